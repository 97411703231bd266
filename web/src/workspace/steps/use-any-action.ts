import type { Route } from '@stowage/contract/route'
import { useMutation } from '@tanstack/react-query'
import { fetchChanged, send, useAttempt } from '../../app/api.ts'
import type { ApiError } from '../../app/transport.ts'

/** A call together with its route, of which nothing more is known. */
type AnyCall = { route: Route; call: { params?: object; query?: object; body?: object } }

/** A write to a route that is chosen with each call. One repeated unchanged after a failure carries the same key. */
export function useAnyAction() {
  const attempt = useAttempt()
  return useMutation<unknown, ApiError, AnyCall>({
    mutationFn: ({ route, call }) => {
      const key = attempt.keyOf(JSON.stringify([route.path, call]))
      const headers = { ...(route.idempotent && { 'idempotency-key': key }) }
      return send(route, call as never, { headers })
    },
    onSuccess: (_reply, { route }) => {
      attempt.end()
      return fetchChanged(route)
    },
  })
}
