import type { Backorder } from '@stowage/contract/orders/backorders'
import { type Columns, identifier } from '../../http/csv.ts'

/** The list of waiting order lines as a file. */
export const backorderColumns: Columns<Backorder> = {
  claimId: ({ claimId }) => claimId,
  order: ({ number }) => number,
  lineNo: ({ lineNo }) => String(lineNo),
  customer: ({ customer }) => customer,
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  warehouse: ({ warehouseCode }) => warehouseCode,
  waiting: ({ waiting }) => ({ decimal: waiting }),
  reserved: ({ reserved }) => ({ decimal: reserved }),
  incoming: ({ incoming }) => ({ decimal: incoming }),
  elsewhere: ({ elsewhere }) => ({ decimal: elsewhere }),
  unit: ({ unit }) => unit,
  priority: ({ priority }) => String(priority),
  promisedShipAt: ({ promisedShipAt }) => promisedShipAt,
  since: ({ since }) => since,
}
