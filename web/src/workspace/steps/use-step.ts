import type { Route } from '@stowage/contract/route'
import { useRef, useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { useSlug } from '../warehouses.ts'
import { useAnyAction } from './use-any-action.ts'
import { callOf, valueOf, type Noun, type StepOfOne, type Subject } from './steps.ts'

/** Sends steps of the records of a noun, one at a time. */
export function useStep<One extends Subject>(
  noun: Noun | undefined,
  onDone: (reply: unknown) => void,
) {
  const slug = useSlug()
  const change = useAnyAction()
  /** The step that was sent last. */
  const [sent, setSent] = useState<StepOfOne<One>>()
  const isSending = useRef(false)
  const undoing = (route: Route, reply: unknown) => ({
    label: 'Undo',
    run: () => {
      // The reply of a change is the record, under its name.
      const [now] = Object.values(reply as Record<string, Subject>)
      if (now) change.mutate({ route, call: callOf(slug, route, now, {}) })
    },
  })
  const send = (of: One, one: StepOfOne<One>, more: object = {}) => {
    // Two presses may come before React has rendered the first.
    if (isSending.current) return
    isSending.current = true
    const { route, body, done, undo } = one
    setSent(one)
    const call = callOf(slug, route, of, { ...valueOf(body, of), ...more })
    // The list it stands in may be without this record before a callback of `mutate` would run.
    const sending = change.mutateAsync({ route, call })
    sending
      .then(
        (reply) => {
          // `done` and `route` belong together by the type of a step.
          if (done) toast(done(reply as never, of), undo && undoing(undo, reply), [of.id])
          onDone(reply)
        },
        // It is shown.
        () => {},
      )
      .finally(() => void (isSending.current = false))
  }
  return { change, send, sent, fallback: sent?.fallback ?? `Couldn’t change the ${noun?.one}` }
}
