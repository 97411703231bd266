import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import type { OpenTask } from '@stowage/contract/orders/picking'
import { formatQuantity } from '../../app/format.ts'

const stopWords = { hold: 'is on hold', recalled: 'was recalled', expired: 'has expired' }

/** Returns the warning for a task whose lot may not be picked; undefined if it may. */
export const stoppedText = ({ lot, lotStopped }: Pick<OpenTask, 'lot' | 'lotStopped'>) =>
  // Tasks kept on the device by an earlier version don't have it.
  lotStopped ? `Lot ${lot ?? ''} ${stopWords[lotStopped]}. Don’t pick it.` : undefined

type Gone = Pick<Fulfillment['lines'][number]['picks'][number], 'lot' | 'lotState' | 'qty'>

/** Returns the message for a task withdrawn because its lot may not be picked. */
export const withdrawnText = (sku: string, { lot, lotState, qty }: Gone): string => {
  const what = formatQuantity(qty)
  const state = lotState === 'recalled' ? 'was recalled' : 'was put on hold'
  return `Lot ${lot ?? ''} ${state}: ${what} ${sku} ${what === '1' ? 'is' : 'are'} not picked any more.`
}
