import type { Reply, Route } from '@stowage/contract/route'
import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { freshTenantToken, randomKey } from './refresh.ts'
import { withStepUp } from './step-up.ts'
import { ApiError, transmit, type CallOf } from './transport.ts'

type Options = Parameters<typeof transmit>[2]

/**
 * One call of a route of the contract. Rejects with ApiError. When the server wants to know first
 * who is there, a dialog asks and the call is made once more.
 */
export async function send<R extends Route>(
  route: R,
  call: CallOf<R>,
  options?: Options,
): Promise<Reply<R>> {
  if (route.path.startsWith('/tenant/') && route.allow !== 'public') await freshTenantToken()
  return withStepUp(() => transmit(route, call, options), options?.signal)
}

/** A read for loaders and components. The key begins with the route's path, see `refresh`. */
export const load = <R extends Route>(route: R, call: CallOf<R>) =>
  queryOptions<Reply<R>, ApiError>({
    queryKey: [route.path, call],
    queryFn: ({ signal }) => send(route, call, { signal }),
  })

type ActionOptions = {
  refresh?: readonly Route[]
  /** Milliseconds to wait for the answer; longer than usual only for uploads. */
  patience?: number
  headers?: () => Record<string, string>
  /** Calls of one queue are sent one after the other. */
  queue?: string
  /** Success is the very status the route promises; every other answer is none. */
  exact?: boolean
}

/**
 * A write. On success every loaded read of the routes in `refresh` is fetched again. A creating
 * call repeated unchanged after a failure carries the same `Idempotency-Key`.
 */
export function useAction<R extends Route>(
  route: R,
  { refresh = [], patience, headers, queue, exact = false }: ActionOptions = {},
) {
  const client = useQueryClient()
  const attempt = useRef({ call: '', key: '' })
  return useMutation<Reply<R>, ApiError, CallOf<R>>({
    ...(queue && { scope: { id: queue } }),
    mutationFn: (call) => {
      const text = JSON.stringify(call)
      if (attempt.current.call !== text) attempt.current = { call: text, key: randomKey() }
      return send(route, call, {
        headers: {
          ...(route.idempotent && { 'idempotency-key': attempt.current.key }),
          ...headers?.(),
        },
        ...(patience !== undefined && { patience }),
        exact,
      })
    },
    onSuccess: () => {
      attempt.current = { call: '', key: '' }
      return Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: [read.path] })))
    },
  })
}

/** A server that is briefly away is asked twice more; nothing else is repeated by itself. */
const retry = (count: number, error: Error) =>
  count < 2 && error instanceof ApiError && error.status === 503

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      networkMode: 'always',
      // What could not be read is asked for again as soon as there is a network.
      refetchOnReconnect: true,
      retry,
      retryDelay: (count) => 1_000 * 3 ** count,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
