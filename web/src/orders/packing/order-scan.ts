import { fulfillments } from '@stowage/contract/orders/fulfillments'
import { waitingStates } from '@stowage/contract/orders/fulfillment-waiting'
import { send } from '../../app/api.ts'
import { wholePage } from '../../parts/selected.ts'
import type { Take } from '../../workspace/scan/queue.ts'

/** States of fulfillments that can be opened by scanning their order. */
const packable = [...waitingStates.toPack, ...waitingStates.toShip]

/** Opens the fulfillment of a tote, a package or an order sheet that is scanned, by its id. */
export const orderScan =
  (slug: string, open: (fulfillmentId: string) => void): Take =>
  async ({ code, found }) => {
    if (found.id !== null && ['fulfillment', 'package', 'tote'].includes(found.kind)) {
      open(found.id)
      return { tone: 'ok', text: found.kind === 'tote' ? found.name : found.label }
    }
    if (found.kind !== 'order' && found.kind !== 'unknown') return undefined
    const of = found.kind === 'order' && found.id ? { order: found.id } : { q: code }
    const query = { ...wholePage, ...of, state: packable.join(',') }
    const { items } = await send(fulfillments.list, { params: { slug }, query })
    const [first, ...others] = items
    if (!first) {
      const text = `${found.label} has nothing to pack.`
      return found.kind === 'order' ? { tone: 'warn', text } : undefined
    }
    if (others.length > 0)
      return { tone: 'warn', text: `${found.label} has several fulfillments. Select one.` }
    open(first.id)
    return { tone: 'ok', text: first.number }
  }
