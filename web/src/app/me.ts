import { profile } from '@stowage/contract/identity/profile'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { load, send } from './api.ts'
import { storeUser } from './session.ts'
import { ApiError } from './transport.ts'

const route = profile.me

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

/**
 * Dates, numbers and the theme as the operator wants them. When they cannot be had, everything
 * looks as it does for everybody: no reason to stay outside.
 */
export async function followPreferences(queries: QueryClient) {
  try {
    const { preferences } = await import('./preferences.ts')
    await queries.ensureQueryData({ ...preferences, retry: false })
  } catch {
    // The settings ask again and show what went wrong.
  }
}
