import type {
  AsOfRow,
  LedgerEntry,
  StockBucket,
  StockLevel,
} from '@stowage/contract/warehouse/stock-views'
import { type Columns, identifier } from '../../http/csv.ts'

/** The columns of the lists as files. Quantities are numbers there, everything else is text. */

export const levelColumns = (values: boolean): Columns<StockLevel> => ({
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  warehouse: ({ warehouseCode }) => identifier(warehouseCode),
  unit: ({ unit }) => unit,
  onHand: ({ onHand }) => ({ decimal: onHand }),
  unavailable: ({ unavailable }) => ({ decimal: unavailable }),
  reserved: ({ reserved }) => ({ decimal: reserved }),
  available: ({ available }) => ({ decimal: available }),
  backordered: ({ backordered }) => ({ decimal: backordered }),
  incoming: ({ incoming }) => ({ decimal: incoming }),
  reorderPoint: ({ reorderPoint }) => reorderPoint && { decimal: reorderPoint },
  changedAt: ({ changedAt }) => changedAt,
  ...(values && { value: ({ value }: StockLevel) => (value ? { decimal: value } : null) }),
})

export const bucketColumns: Columns<StockBucket> = {
  bucketId: ({ bucketId }) => bucketId,
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  warehouse: ({ warehouseCode }) => identifier(warehouseCode),
  location: ({ location }) => identifier(location),
  status: ({ status }) => status,
  lot: ({ lot }) => identifier(lot),
  expiresOn: ({ expiresOn }) => expiresOn,
  serial: ({ serial }) => identifier(serial),
  unit: ({ unit }) => unit,
  onHand: ({ onHand }) => ({ decimal: onHand }),
  allocated: ({ allocated }) => ({ decimal: allocated }),
  lastMoveAt: ({ lastMoveAt }) => lastMoveAt,
}

export const entryColumns: Columns<LedgerEntry> = {
  recordedAt: ({ recordedAt }) => recordedAt,
  effectiveAt: ({ effectiveAt }) => effectiveAt,
  moveId: ({ moveId }) => moveId,
  kind: ({ kind }) => kind,
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  location: ({ location }) => identifier(location),
  status: ({ status }) => status,
  lot: ({ lot }) => identifier(lot),
  serial: ({ serial }) => identifier(serial),
  unit: ({ unit }) => unit,
  delta: ({ delta }) => ({ decimal: delta }),
  before: ({ before }) => ({ decimal: before }),
  after: ({ after }) => ({ decimal: after }),
  party: ({ party }) => party,
  reasonCode: ({ reasonCode }) => reasonCode,
  note: ({ note }) => note,
  source: ({ source }) => source.number ?? source.type,
  actor: ({ actor }) => actor.name ?? actor.id,
  reverses: ({ reverses }) => reverses,
  reversedBy: ({ reversedBy }) => reversedBy,
  bucketId: ({ bucketId }) => bucketId,
  seq: ({ seq }) => seq,
}

export const asOfColumns: Columns<AsOfRow> = {
  label: ({ label }) => label,
  sku: ({ sku }) => identifier(sku),
  name: ({ name }) => name,
  warehouse: ({ warehouseCode }) => identifier(warehouseCode),
  location: ({ location }) => identifier(location),
  status: ({ status }) => status,
  lot: ({ lot }) => identifier(lot),
  unit: ({ unit }) => unit,
  onHand: ({ onHand }) => ({ decimal: onHand }),
}
