import type { Lot } from '@stowage/contract/warehouse/lots'
import { type Columns, identifier } from '../../http/csv.ts'

/** The list of lots as a file. */
export const lotColumns: Columns<Lot> = {
  lot: ({ code }) => identifier(code),
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  state: ({ state }) => state,
  expiresOn: ({ expiresOn }) => expiresOn,
  daysLeft: ({ daysLeft }) => (daysLeft === null ? null : String(daysLeft)),
  supplierLot: ({ supplierLot }) => supplierLot,
  manufacturedOn: ({ manufacturedOn }) => manufacturedOn,
  receivedOn: ({ receivedOn }) => receivedOn,
  unit: ({ unit }) => unit,
  onHand: ({ onHand }) => ({ decimal: onHand }),
  locations: ({ locations }) => String(locations),
}
