import { waitingStates } from '@stowage/contract/orders/waiting'
import type { At } from '../../workspace/noun.ts'

export const fulfillmentPaths = (at: At) => {
  const fulfillments = (search: { state?: string; order?: string } = {}) =>
    at('fulfillments', search)
  const waiting = (states: readonly string[]) => fulfillments({ state: states.join(',') })
  return {
    fulfillments,
    toPick: waiting(waitingStates.toPick),
    toPack: waiting(waitingStates.toPack),
    toShip: waiting(waitingStates.toShip),
    fulfillment: (id: string) => at(`fulfillments/${encodeURIComponent(id)}`),
  }
}
