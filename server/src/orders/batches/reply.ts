import type { Batch, BatchSummary } from '@stowage/contract/orders/batches'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { BatchTaskRow } from '../batch-tasks/queries.ts'
import { noFigures, type Figures } from '../pick-progress/queries.ts'
import type { BatchRow } from './queries.ts'
import { distanceOf } from './rules.ts'

/** A batch in a list. */
export const toListed = (row: BatchRow, figures: Figures = noFigures): BatchSummary => ({
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
  figures: Figures | undefined,
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
