import { sql } from 'kysely'
import type { Batch, BatchSummary } from '@stowage/contract/orders/batches'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db } from '../../database/connect.ts'
import type { BatchTaskRow } from './task-queries.ts'
import { figureColumns, figureJoins, noFigures, type Figures } from './progress-queries.ts'
import type { BatchRow } from './queries.ts'
import { distanceOf } from './rules.ts'

/** Returns how far batches are, by id. */
export async function findBatchFigures(
  db: Db,
  platformId: string,
  batchIds: readonly string[],
): Promise<Map<string, Figures>> {
  const { rows } = await sql<Figures & { id: string }>`
    select k.id, (
        select count(*)::int from tenant.pick_batch_lines b
        where b.platform_id = ${platformId} and b.batch_id = k.id) as orders, g.*
    from unnest(${[...batchIds]}::uuid[]) as k (id)
    cross join lateral (
      select ${figureColumns}
      from tenant.pick_tasks t
      ${figureJoins}
      where t.platform_id = ${platformId} and t.batch_id = k.id) g`.execute(db)
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}

/** Returns the slots of a batch with the orders in them. */
export async function listTotes(
  db: Db,
  platformId: string,
  batchId: string,
): Promise<Batch['totes']> {
  const { rows } = await sql<Batch['totes'][number]>`
    select l.line_no as slot, l.fulfillment_id as "fulfillmentId", f.number as fulfillment,
      f.order_id as "orderId", o.number as "order", f.state, l.tote
    from tenant.pick_batch_lines l
    join tenant.fulfillments f
      on f.platform_id = l.platform_id and f.fulfillment_id = l.fulfillment_id
    join tenant.orders o on o.platform_id = f.platform_id and o.order_id = f.order_id
    where l.platform_id = ${platformId} and l.batch_id = ${batchId} order by l.line_no`.execute(db)
  return rows
}

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
