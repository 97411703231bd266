import type { Reply, Route } from '@stowage/contract/route'
import { QueryClient, queryOptions, type Query, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newId } from './ids.ts'
import { freshTenantToken } from './refresh.ts'
import { withStepUp } from './step-up.ts'
import { changedBy } from './topics.ts'
import { ApiError, transmit, type CallOf } from './transport.ts'

/** Below a tenant everything but the way in is asked with the token of a member. */
const isOfMember = ({ path, allow }: Route) => path.startsWith('/tenant/') && allow !== 'public'

type Options = Parameters<typeof transmit>[2]

/**
 * One call of a route of the contract. Rejects with ApiError. When the server wants to know first
 * who is there, a dialog asks and the call is made once more. After a write nothing that was read before is fresh:
 * stock that is adjusted here changes orders, backorders and the home page, and each is read again when it is opened.
 */
export async function send<R extends Route>(
  route: R,
  call: CallOf<R>,
  options?: Options,
): Promise<Reply<R>> {
  if (isOfMember(route)) await freshTenantToken()
  const reply = await withStepUp(() => transmit(route, call, options), options?.signal)
  if (route.method !== 'GET') markAllStale()
  return reply
}

/** A read for loaders and components. The key begins with the route's path, see `refresh`. */
export const load = <R extends Route>(route: R, call: CallOf<R>) =>
  queryOptions<Reply<R>, ApiError>({
    queryKey: [route.path, call],
    queryFn: ({ signal }) => send(route, call, { signal }),
  })

type ActionOptions = {
  /** Milliseconds to wait for the answer; longer than usual only for uploads. */
  patience?: number
  headers?: () => Record<string, string>
  /** Calls of one queue are sent one after the other. */
  queue?: string
  /** Success is the very status the route promises; every other answer is none. */
  exact?: boolean
  /** Nothing is fetched again by itself: what is shown is gone, or the caller says when. */
  quiet?: boolean
}

/** Returns the `Idempotency-Key` of a call: the same one when it is repeated unchanged after a failure. */
export function useAttempt() {
  const attempt = useRef({ text: '', key: '' })
  return {
    keyOf: (text: string) => {
      if (attempt.current.text !== text) attempt.current = { text, key: newId() }
      return attempt.current.key
    },
    end: () => void (attempt.current = { text: '', key: '' }),
  }
}

/** Fetches what is shown and may have been changed by a write again; which that is, is in `topics.ts`. */
export function fetchChanged(write: Route) {
  const isChanged = changedBy(write)
  return queryClient.invalidateQueries({
    predicate: (query) => !neverChanges(query) && isChanged(String(query.queryKey[0])),
  })
}

/**
 * A write. On success what is shown of the topics it changes is fetched again. A creating
 * call repeated unchanged after a failure carries the same `Idempotency-Key`. One repeated while it is
 * under way is sent once, also before React has rendered: two presses get one answer.
 */
export function useAction<R extends Route>(
  route: R,
  { patience, headers, queue, exact = false, quiet = false }: ActionOptions = {},
) {
  const attempt = useAttempt()
  const underWay = useRef(new Map<string, Promise<Reply<R>>>())
  return useMutation<Reply<R>, ApiError, CallOf<R>>({
    ...(queue && { scope: { id: queue } }),
    mutationFn: (call) => {
      const text = JSON.stringify(call)
      // In a queue the same call twice means twice; two files look alike here.
      const running = queue || route.csv ? undefined : underWay.current.get(text)
      if (running) return running
      const key = attempt.keyOf(text)
      const sending = send(route, call, {
        headers: {
          ...(route.idempotent && { 'idempotency-key': key }),
          ...headers?.(),
        },
        ...(patience !== undefined && { patience }),
        exact,
      })
      underWay.current.set(text, sending)
      return sending
    },
    onSettled: (_reply, _error, call) => void underWay.current.delete(JSON.stringify(call)),
    onSuccess: () => {
      attempt.end()
      return quiet ? undefined : fetchChanged(route)
    },
  })
}

/** Keeps replies that never change, such as images, fresh. */
const neverChanges = ({ observers, options }: Query) =>
  [options, ...observers.map((one) => one.options)].some(
    (one) => 'staleTime' in one && one.staleTime === Infinity,
  )

/** Fetches nothing by itself. */
const markAllStale = () =>
  void queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: (query) => !neverChanges(query),
  })

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
