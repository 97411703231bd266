import type { StockClaim } from '@stowage/contract/warehouse/reservations'
import { type Columns, identifier } from '../../http/csv.ts'

/** Columns of the reservation export. */
export const claimColumns: Columns<StockClaim> = {
  claimId: ({ claimId }) => claimId,
  source: ({ source }) => source,
  order: ({ number }) => number,
  customer: ({ customer }) => customer ?? null,
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  warehouse: ({ warehouseCode }) => warehouseCode,
  reserved: ({ reserved }) => ({ decimal: reserved }),
  backordered: ({ backordered }) => ({ decimal: backordered }),
  priority: ({ priority }) => String(priority),
  dueAt: ({ dueAt }) => dueAt,
  expiresAt: ({ expiresAt }) => expiresAt,
  note: ({ note }) => note,
  createdAt: ({ createdAt }) => createdAt,
}
