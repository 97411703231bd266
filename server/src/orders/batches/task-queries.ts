import type { pickTaskStates } from '@stowage/contract/orders/fulfillments'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import type { Stop } from './rules.ts'

/* Pick tasks by the batch they are picked in. */

/** Checks whether a batch has pick tasks left. */
export async function hasReadyTasks(db: Db, platformId: string, batchId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from tenant.pick_tasks
      where platform_id = ${platformId} and batch_id = ${batchId} and state = 'ready') as has`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

/** A task that is to be picked, with what decides its place in a walk. */
export type WalkedTask = Omit<Stop, 'slot'> & { fulfillmentId: string; batch: string | null }

const walked = sql`
  select t.pick_task_id as id, t.fulfillment_id as "fulfillmentId", (
      select k.number from tenant.pick_batches k
      where k.platform_id = t.platform_id and k.batch_id = t.batch_id) as batch,
    coalesce(z.code, '') as zone, coalesce(z.pick_sequence, 0) as "zoneSequence",
    o.location_id as "locationId", o.pick_sequence as "pickSequence", o.code_key as code,
    o.x_mm as "xMm", o.y_mm as "yMm", v.sku
  from tenant.pick_tasks t
  join tenant.fulfillment_lines l on l.platform_id = t.platform_id
    and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
  join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
  join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
  left join tenant.zones z on z.platform_id = o.platform_id and z.zone_id = o.zone_id`

/** Returns what is to be picked of fulfillments. */
export async function listReadyOf(
  db: Db,
  platformId: string,
  fulfillmentIds: readonly string[],
): Promise<WalkedTask[]> {
  const { rows } = await sql<WalkedTask>`
    ${walked}
    where t.platform_id = ${platformId} and t.state = 'ready'
      and t.fulfillment_id = any (${[...fulfillmentIds]}::uuid[])`.execute(db)
  return rows
}

/** Returns what is to be picked of a batch. */
export async function listReadyOfBatch(
  db: Db,
  platformId: string,
  batchId: string,
): Promise<WalkedTask[]> {
  const { rows } = await sql<WalkedTask>`
    ${walked}
    where t.platform_id = ${platformId} and t.state = 'ready' and t.batch_id = ${batchId}`.execute(
    db,
  )
  return rows
}

/** Returns the last place in the walk of a batch that is not to be picked any more. */
export async function findLastDone(db: Db, platformId: string, batchId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(sequence), 0) as last from tenant.pick_tasks
    where platform_id = ${platformId} and batch_id = ${batchId} and state <> 'ready'`.execute(db)
  return rows[0]?.last ?? 0
}

/**
 * Locks the most urgent fulfillments of a warehouse, or of a wave, of which everything that is to be picked is free
 * and in no batch. Passes over those that others batch or pick at this moment.
 */
export async function lockFreeFulfillments(
  tx: Tx,
  platformId: string,
  { warehouseId, waveId }: { warehouseId: string; waveId: string | null },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.fulfillment_id as id from tenant.fulfillments f
    where f.platform_id = ${platformId} and f.warehouse_id = ${warehouseId}
      and f.state in ('released', 'picking')
      and (${waveId}::uuid is null or f.wave_id = ${waveId}::uuid)
      and exists (
        select from tenant.pick_tasks t
        where t.platform_id = f.platform_id and t.fulfillment_id = f.fulfillment_id
          and t.state = 'ready')
      and not exists (
        select from tenant.pick_tasks t
        where t.platform_id = f.platform_id and t.fulfillment_id = f.fulfillment_id
          and t.state = 'ready' and (t.batch_id is not null or t.assigned_to is not null))
      and not exists (
        select from tenant.waves w
        where w.platform_id = f.platform_id and w.wave_id = f.wave_id and w.state = 'cancelled')
    order by f.priority desc, f.ship_by, f.fulfillment_id
    limit ${limit} for no key update of f skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A task of a batch as it is shown. */
export type BatchTaskRow = {
  id: string
  sequence: number
  state: (typeof pickTaskStates)[number]
  locationId: string
  location: string
  xMm: number | null
  yMm: number | null
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  lot: string | null
  serial: string | null
  qty: string
  slot: number
  fulfillmentId: string
  fulfillment: string
  tote: string | null
  pickedAt: Date | null
  pickedByName: string | null
}

/** Returns the tasks of a batch in walking order. */
export async function listBatchTasks(
  db: Db,
  platformId: string,
  batchId: string,
): Promise<BatchTaskRow[]> {
  const { rows } = await sql<BatchTaskRow>`
    select t.pick_task_id as id, t.sequence, t.state, t.location_id as "locationId",
      o.code as location, o.x_mm as "xMm", o.y_mm as "yMm", v.variant_id as "variantId", v.sku,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit, v.qty_scale as "qtyScale",
      g.code as lot, s.code as serial, t.qty::text as qty, b.line_no as slot,
      t.fulfillment_id as "fulfillmentId", f.number as fulfillment,
      coalesce(t.tote, b.tote) as tote, t.picked_at as "pickedAt",
      ${nameOfMember(platformId, sql`t.picked_by`)} as "pickedByName"
    from tenant.pick_tasks t
    join tenant.fulfillments f
      on f.platform_id = t.platform_id and f.fulfillment_id = t.fulfillment_id
    join tenant.pick_batch_lines b on b.platform_id = t.platform_id and b.batch_id = t.batch_id
      and b.fulfillment_id = coalesce(f.split_from_id, f.fulfillment_id)
    join tenant.fulfillment_lines l on l.platform_id = t.platform_id
      and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
    left join tenant.lots g on g.platform_id = t.platform_id and g.lot_id = t.lot_id
    left join tenant.serials s on s.platform_id = t.platform_id and s.serial_id = t.serial_id
    where t.platform_id = ${platformId} and t.batch_id = ${batchId}
    order by t.sequence, t.picked_at, t.pick_task_id`.execute(db)
  return rows
}
