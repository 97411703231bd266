import { shipping } from '@stowage/contract/orders/shipping'
import { changed } from '../entry/changed.ts'
import type { Sending } from './words.ts'

export const nothingSaid: Sending = { carrier: '', service: '', tracking: '', cost: '' }

/** What is sent of what was typed. */
export const sendingOf = ({ cost, ...rest }: Sending) => ({
  ...rest,
  cost: cost.trim() === '' ? null : cost.trim().replace(',', '.'),
})

/** What shows shipments, their orders or their stock. */
export const shipmentReads = [...changed, shipping.list, shipping.details]
