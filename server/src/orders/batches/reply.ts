import type { Batch, BatchSummary } from '@stowage/contract/orders/batches'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { BatchTaskRow } from '../batch-tasks/queries.ts'
import type { BatchFigures } from './list-queries.ts'
import type { BatchRow } from './queries.ts'
import { distanceOf } from './rules.ts'

const none: BatchFigures = { orders: 0, lines: 0, units: '0', tasks: 0, picked: 0, shortLines: 0 }

/** A batch in a list. */
export const toListed = (row: BatchRow, figures: BatchFigures = none): BatchSummary => ({
  id: row.id,
  number: row.number,
  state: row.state,
  version: row.version,
  createdAt: row.createdAt,
  createdBy: row.createdBy,
  ...(row.createdByName !== undefined && { createdByName: row.createdByName }),
  warehouseId: row.warehouseId,
  warehouseCode: row.warehouseCode ?? '',
  waveId: row.waveId,
  wave: row.wave ?? null,
  method: row.method,
  assignedTo: row.assignedTo,
  assignedToName: row.assignedToName ?? null,
  ...figures,
})

/** A batch with its totes and its tasks. */
export const toReply = (
  row: BatchRow,
  figures: BatchFigures | undefined,
  totes: Batch['totes'],
  tasks: readonly BatchTaskRow[],
): Batch => ({
  ...toListed(row, figures),
  distanceM: distanceOf(tasks.filter(({ state }) => state !== 'cancelled')),
  totes,
  tasks: tasks.map(({ qtyScale, locationId: _, xMm: __, yMm: ___, pickedAt, qty, ...task }) => ({
    ...task,
    qty: fromQuanta(qty, qtyScale),
    pickedAt: pickedAt?.toISOString() ?? null,
  })),
})
