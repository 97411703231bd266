import type { Route } from '@stowage/contract/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { send } from '../../app/api.ts'
import { newId } from '../../app/ids.ts'
import type { ApiError } from '../../app/transport.ts'

/** A call together with its route, of which nothing more is known. */
type AnyCall = { route: Route; call: { params?: object; query?: object; body?: object } }

/** A write to a route that is chosen with each call. One repeated unchanged after a failure carries the same key. */
export function useAnyAction(refresh: readonly Route[]) {
  const client = useQueryClient()
  const attempt = useRef({ text: '', key: '' })
  return useMutation<unknown, ApiError, AnyCall>({
    mutationFn: ({ route, call }) => {
      const text = JSON.stringify([route.path, call])
      if (attempt.current.text !== text) attempt.current = { text, key: newId() }
      const headers = { ...(route.idempotent && { 'idempotency-key': attempt.current.key }) }
      return send(route, call as never, { headers })
    },
    onSuccess: () => {
      attempt.current = { text: '', key: '' }
      return Promise.all(refresh.map((read) => client.invalidateQueries({ queryKey: [read.path] })))
    },
  })
}
