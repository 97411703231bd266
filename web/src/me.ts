import { api } from '@stowage/contract'
import { queryOptions } from '@tanstack/react-query'
import { load, send } from './api.ts'
import { storeUser } from './session.ts'
import { ApiError } from './transport.ts'

const route = api.identity.profile.me

/** True when the refusal has already ended the session. */
export const isOver = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

/** The signed-in operator as the server knows them; the stored user follows. */
export const me = queryOptions({
  ...load(route, {}),
  queryFn: async ({ signal }) => {
    const reply = await send(route, {}, { signal })
    storeUser(reply.user)
    return reply
  },
  staleTime: 30_000,
  retry: (count, error) => count < 2 && !isOver(error),
  retryDelay: 700,
})
