import type { OpenTask } from '@stowage/contract/orders/picking'
import { type Columns, identifier } from '../../http/csv.ts'

/** The list of what is to be picked as a file. */
export const taskColumns: Columns<OpenTask> = {
  warehouse: ({ warehouseCode }) => warehouseCode,
  location: ({ location }) => identifier(location),
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  lot: ({ lot }) => identifier(lot),
  serial: ({ serial }) => identifier(serial),
  qty: ({ qty }) => ({ decimal: qty }),
  unit: ({ unit }) => unit,
  reason: ({ reason }) => reason,
  fulfillment: ({ fulfillment }) => fulfillment,
  priority: ({ priority }) => String(priority),
  shipBy: ({ shipBy }) => shipBy,
  assignedTo: ({ assignedToName }) => assignedToName,
  batch: ({ batch }) => batch,
  tote: ({ tote }) => tote,
}
