import type { Wave } from '@stowage/contract/orders/waves'
import { noFigures } from '../pick-progress/queries.ts'
import type { WaveFigures } from './list-queries.ts'
import type { WaveRow } from './queries.ts'

const none: WaveFigures = { ...noFigures, results: {} }

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
  name: row.name,
  warehouseId: row.warehouseId,
  warehouseCode: row.warehouseCode ?? '',
  policy: row.policy,
  filter: row.filter,
  maxOrders: row.maxOrders,
  maxLines: row.maxLines,
  maxUnits: row.maxUnits,
  ...figures,
})
