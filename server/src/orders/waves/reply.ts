import type { Wave } from '@stowage/contract/orders/waves'
import type { WaveFigures } from './list-queries.ts'
import type { WaveRow } from './queries.ts'

const none: WaveFigures = {
  results: {},
  orders: 0,
  lines: 0,
  units: '0',
  tasks: 0,
  picked: 0,
  shortLines: 0,
}

/** A wave with how far it is. */
export const toReply = (
  { id, number, state, version, createdAt, createdBy, createdByName, ...row }: WaveRow,
  figures: WaveFigures = none,
): Wave => ({
  id,
  number,
  state,
  version,
  createdAt,
  createdBy,
  ...(createdByName !== undefined && { createdByName }),
  warehouseId: row.warehouseId,
  warehouseCode: row.warehouseCode ?? '',
  policy: row.policy,
  filter: row.filter,
  maxOrders: row.maxOrders,
  maxLines: row.maxLines,
  maxUnits: row.maxUnits,
  ...figures,
})
