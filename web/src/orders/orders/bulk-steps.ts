import type { OrderState } from '@stowage/contract/orders/orders'
import { isReleased } from './words.ts'

type Step = { isFor: (state: OrderState) => boolean; why: string }
const oneOf =
  (...states: readonly OrderState[]) =>
  (state: OrderState) =>
    states.includes(state)
const releasable: Step = {
  isFor: (state) => state === 'confirmed' || isReleased(state),
  why: 'None of these orders can be released.',
}

/** The states in which an order can take a step; a step that is missing suits all. */
const steps: Partial<Record<string, Step>> = {
  confirm: { isFor: oneOf('draft'), why: 'None of these orders is a draft.' },
  release: releasable,
  addToWave: releasable,
  unrelease: { isFor: oneOf('released'), why: 'None of these orders is released.' },
  hold: {
    isFor: oneOf('confirmed', 'released'),
    why: 'None of these orders can be put on hold.',
  },
  releaseHold: { isFor: oneOf('on_hold'), why: 'None of these orders is on hold.' },
  cancel: {
    isFor: oneOf('draft', 'confirmed', 'on_hold', 'released', 'in_fulfillment'),
    why: 'None of these orders can be cancelled.',
  },
}

/** Why no selected order can take a step; `states` is undefined where some of them are not known. */
export function whyNoOrder(verb: string, states: readonly OrderState[] | undefined) {
  const step = steps[verb]
  return !step || !states || states.length === 0 || states.some(step.isFor) ? undefined : step.why
}
