import type { LotState } from '@stowage/contract/warehouse/lots'
import type { pickTaskStates } from '@stowage/contract/orders/fulfillments'
import { sql, type RawBuilder } from 'kysely'
import { givenIds, givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { prepare, prepareRead, prepareWrite } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { prepareLock, type Scoped } from '../../workspace/documents/queries.ts'
import { lockBatchOfTask, type BatchRow } from '../batches/queries.ts'
import { orders, type OrderRow } from '../orders/queries.ts'
import { fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'

/** A task with what a scan of it is checked against; quantities are quanta. */
export type PickTaskRow = {
  id: string
  state: (typeof pickTaskStates)[number]
  fulfillmentId: string
  lineNo: number
  variantId: string
  sku: string
  unit: string
  qtyScale: number
  barcodes: { code: string; gtin14: string | null }[]
  locationId: string
  location: string
  locationBarcode: string | null
  locationStatus: string
  lotId: string | null
  lot: string | null
  lotState: LotState | null
  lotExpiresOn: string | null
  timezone: string
  serialId: string | null
  serial: string | null
  qty: string
  /** Tote it was picked into. */
  tote: string | null
  pickedAt: Date | null
  pickedByName: string | null
  /** Who has claimed it. */
  assignedTo: string | null
  assignedToName: string | null
  /** The name of who asks. */
  ownName: string | null
  reservationId: string
  allocationId: string
  bucketId: string
  /** Where the warehouse gathers what was picked. */
  stageId: string
  stage: string
  stageStatus: string
  /**
   * Rest of the fulfillment: how many other tasks are not done, whether one is, and whether it has packages.
   */
  othersReady: number
  hasPicks: boolean
  hasPackages: boolean
  /** The tote that is bound to its order in the batch. */
  boundTote: string | null
}

/** Quantity a repeated scan had picked. */
type PastScan = { fulfillmentId: string; lineNo: number; qty: string }

export type LockedTask = {
  order: OrderRow
  fulfillment: FulfillmentRow
  task: PickTaskRow
  batch: BatchRow | undefined
  past: PastScan | undefined
}

/**
 * Locks the order and the fulfillment of a task, in one round trip, and returns them with it; undefined for one
 * that is not there or out of the member's sight. `scanId` is looked up once the locks are held.
 */
export async function lockTask(
  tx: Tx,
  actor: Scoped & { id: string },
  pickTaskId: string,
  scanId: string | undefined,
): Promise<LockedTask | undefined> {
  const { id: platformId } = actor.platform
  const [order, fulfillment, batch, found] = await Promise.all([
    // Before its fulfillment, as every other change of an order does.
    lockOrderOfTask(tx, { ...actor, warehouses: null }, pickTaskId),
    lockFulfillmentOfTask(tx, actor, pickTaskId),
    lockBatchOfTask(tx, actor, pickTaskId),
    findTask(tx, platformId, pickTaskId, actor.id, scanId ?? null),
  ])
  if (!order || !fulfillment || !found) return undefined
  const { past, ...task } = found
  return { order, fulfillment, task, batch, past: past ?? undefined }
}

const lockOrderOfTask = prepareLock<OrderRow>(
  orders,
  (platformId, taskId) => sql<boolean>`d.order_id = (
    select f.order_id from tenant.pick_tasks t
    join tenant.fulfillments f
      on f.platform_id = t.platform_id and f.fulfillment_id = t.fulfillment_id
    where t.platform_id = ${platformId} and t.pick_task_id = ${taskId})`,
)

const lockFulfillmentOfTask = prepareLock<FulfillmentRow>(
  fulfillments,
  (platformId, taskId) => sql<boolean>`d.fulfillment_id = (
    select fulfillment_id from tenant.pick_tasks
    where platform_id = ${platformId} and pick_task_id = ${taskId})`,
)

/** Tasks with all that a pick is checked against. */
const taskRows = (
  platformId: string,
  askedBy: string,
  chosen: RawBuilder<boolean>,
) => sql<PickTaskRow>`
    select t.pick_task_id as id, t.state, t.fulfillment_id as "fulfillmentId",
      t.line_no as "lineNo", v.variant_id as "variantId", v.sku, v.unit, v.qty_scale as "qtyScale",
      coalesce((
        select jsonb_agg(jsonb_build_object('code', c.code, 'gtin14', c.gtin14))
        from tenant.barcodes c
        where c.platform_id = t.platform_id and c.variant_id = v.variant_id), '[]') as barcodes,
      t.location_id as "locationId", o.code as location, o.barcode as "locationBarcode",
      o.status as "locationStatus", t.lot_id as "lotId", g.code as lot, g.state as "lotState",
      g.expires_on as "lotExpiresOn", w.timezone, t.serial_id as "serialId", s.code as serial, t.qty, t.tote, t.picked_at as "pickedAt",
      ${nameOfMember(platformId, sql`t.picked_by`)} as "pickedByName",
      t.assigned_to as "assignedTo",
      ${nameOfMember(platformId, sql`t.assigned_to`)} as "assignedToName",
      ${nameOfMember(platformId, sql`${askedBy}`)} as "ownName",
      l.reservation_id::text as "reservationId", t.allocation_id::text as "allocationId",
      a.bucket_id::text as "bucketId", z.location_id as "stageId", z.code as stage,
      z.status as "stageStatus", (
        select count(*)::int from tenant.pick_tasks n
        where n.platform_id = t.platform_id and n.fulfillment_id = t.fulfillment_id
          and n.state = 'ready' and n.pick_task_id <> t.pick_task_id) as "othersReady", exists (
        select from tenant.pick_tasks n
        where n.platform_id = t.platform_id and n.fulfillment_id = t.fulfillment_id
          and n.state = 'done') as "hasPicks", exists (
        select from tenant.packages k
        where k.platform_id = t.platform_id and k.fulfillment_id = t.fulfillment_id) as "hasPackages",
      b.tote as "boundTote"
    from tenant.pick_tasks t
    join tenant.fulfillment_lines l on l.platform_id = t.platform_id
      and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
    join tenant.variants v on v.platform_id = t.platform_id and v.variant_id = l.variant_id
    join tenant.allocations a on a.platform_id = t.platform_id and a.allocation_id = t.allocation_id
    join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
    join tenant.warehouses w on w.platform_id = t.platform_id and w.warehouse_id = o.warehouse_id
    join tenant.locations z
      on z.platform_id = t.platform_id and z.location_id = w.stage_location_id
    left join tenant.lots g on g.platform_id = t.platform_id and g.lot_id = t.lot_id
    left join tenant.serials s on s.platform_id = t.platform_id and s.serial_id = t.serial_id
    left join tenant.pick_batch_lines b on b.platform_id = t.platform_id and b.batch_id = t.batch_id
      and b.fulfillment_id = t.fulfillment_id
    where t.platform_id = ${platformId} and ${chosen}`

const findTask = prepareRead(
  (_: Db, platformId: string, pickTaskId: string, askedBy: string, scanId: string | null) => sql<
    PickTaskRow & { past: PastScan | null }
  >`
    select k.*, (
      select jsonb_build_object('fulfillmentId', fulfillment_id, 'lineNo', line_no, 'qty', qty::text)
      from tenant.pick_tasks
      where platform_id = ${platformId} and scan_id = ${scanId}) as past
    from (${taskRows(platformId, askedBy, sql`t.pick_task_id = ${pickTaskId}`)}) k`,
)

/** Returns the tasks of a locked fulfillment that are still to be picked. */
export const listTasksToPick = prepare(
  (_: Db, platformId: string, fulfillmentId: string, askedBy: string) =>
    taskRows(
      platformId,
      askedBy,
      sql`t.fulfillment_id = ${fulfillmentId} and t.state = 'ready' order by t.pick_task_id`,
    ),
)

type Picked = { id: string; at: Date; by: string; scanId: string | null; tote: string | null }

/** Notes that all of a task was picked. */
export const finishTask = prepareWrite(
  (_: Db, platformId: string, { id, at, by, scanId, tote }: Picked) => sql`
    update tenant.pick_tasks
    set state = 'done', picked_at = ${at}, picked_by = ${by}, scan_id = ${scanId}, tote = ${tote}
    where platform_id = ${platformId} and pick_task_id = ${id}`,
)

/** Notes of these tasks that all of each was picked. */
export const finishTasks = prepareWrite(
  (_: Db, platformId: string, taskIds: string, { at, by }: Pick<Picked, 'at' | 'by'>) => sql`
    update tenant.pick_tasks t
    set state = 'done', picked_at = ${at}, picked_by = ${by}
    from ${givenIds(taskIds)} k
    where t.platform_id = ${platformId} and t.pick_task_id = k.id`,
)

/**
 * Notes that a part of a task was picked, as a task of its own; the rest stays to pick. After the move, which is
 * the latest of the claim: its order is locked.
 */
export const splitTask = (
  tx: Tx,
  platformId: string,
  picked: Picked,
  reservationId: string,
  qty: string,
): Promise<void> => split(tx, platformId, picked, { pickedId: newId(), reservationId, qty })

const split = prepareWrite(
  (
    _: Db,
    platformId: string,
    { id, at, by, scanId, tote }: Picked,
    { pickedId, reservationId, qty }: { pickedId: string; reservationId: string; qty: string },
  ) => sql`
    with rest as (
      update tenant.pick_tasks set qty = qty - ${qty}::bigint
      where platform_id = ${platformId} and pick_task_id = ${id}
      returning *
    )
    insert into tenant.pick_tasks (platform_id, fulfillment_id, pick_task_id, line_no, allocation_id,
      location_id, lot_id, serial_id, qty, reason, state, picked_at, picked_by, scan_id, batch_id,
      sequence, tote)
    select r.platform_id, r.fulfillment_id, ${pickedId}, r.line_no, (
        select a.allocation_id from tenant.allocations a
        where a.platform_id = ${platformId} and a.reservation_id = ${reservationId}::bigint
          and a.move_id is not null
        order by a.move_id desc limit 1),
      r.location_id, r.lot_id, r.serial_id, ${qty}::bigint, r.reason, 'done', ${at}, ${by}, ${scanId},
      r.batch_id, r.sequence, ${tote}
    from rest r`,
)

/** Notes that what is left of a task was not there. */
export const shortenTask = prepareWrite(
  (_: Db, platformId: string, pickTaskId: string, at: Date) => sql`
    update tenant.pick_tasks set state = 'short', short_at = ${at}
    where platform_id = ${platformId} and pick_task_id = ${pickTaskId}`,
)

type ReadyTask = Pick<PickTaskRow, 'id' | 'lineNo' | 'locationId' | 'location' | 'qty'>

/** Returns what is still to be picked for a fulfillment, with its location, in walking order. */
export async function listReady(
  db: Db,
  platformId: string,
  fulfillmentId: string,
): Promise<ReadyTask[]> {
  const { rows } = await sql<ReadyTask>`
    select t.pick_task_id as id, t.line_no as "lineNo", t.location_id as "locationId",
      o.code as location, t.qty
    from tenant.pick_tasks t
    join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
    where t.platform_id = ${platformId} and t.fulfillment_id = ${fulfillmentId}
      and t.state = 'ready'
    order by o.pick_sequence, o.code`.execute(db)
  return rows
}

export type Assigned = { id: string; assignedTo: string | null; assignedToName: string | null }

/** Locks those of these tasks that are to be picked, of no batch and in sight, by id, and says whose they are. */
export async function lockTasks(
  tx: Tx,
  { platform, warehouses }: Scoped,
  taskIds: readonly string[],
): Promise<Assigned[]> {
  const { rows } = await sql<Assigned>`
    select t.pick_task_id as id, t.assigned_to as "assignedTo",
      ${nameOfMember(platform.id, sql`t.assigned_to`)} as "assignedToName"
    from tenant.pick_tasks t
    join tenant.fulfillments f
      on f.platform_id = t.platform_id and f.fulfillment_id = t.fulfillment_id
    where t.platform_id = ${platform.id} and t.pick_task_id = any (${[...taskIds]}::uuid[])
      and t.state = 'ready' and t.batch_id is null
      and (${warehouses}::uuid[] is null or f.warehouse_id = any (${warehouses}::uuid[]))
    order by t.pick_task_id for no key update of t`.execute(tx)
  return rows
}

/** Assigns locked tasks to a member or API key, or to nobody, and returns their name. */
export async function saveAssigned(
  tx: Tx,
  platformId: string,
  taskIds: readonly string[],
  to: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    with changed as (
      update tenant.pick_tasks set assigned_to = ${to}::uuid
      where platform_id = ${platformId} and pick_task_id = any (${[...taskIds]}::uuid[]))
    select ${nameOfMember(platformId, sql`${to}::uuid`)} as name`.execute(tx)
  return rows[0]?.name ?? null
}

/**
 * Inserts a task for each allocation of these fulfillments, with its location and why it was chosen. Those of a batch
 * still need their place in its walk.
 */
export async function insertPickTasks(
  tx: Tx,
  platformId: string,
  made: readonly {
    row: FulfillmentRow
    allocations: readonly { lineNo: number; allocationId: string }[]
  }[],
  batchId: string | null = null,
): Promise<void> {
  const tasks = made.flatMap(({ row: { id, policy }, allocations }) =>
    allocations.map((one) => ({ id, policy, taskId: newId(), ...one })),
  )
  await insertTasks(tx, platformId, JSON.stringify(tasks), batchId)
}

const insertTasks = prepareWrite(
  (_: Db, platformId: string, tasks: string, batchId: string | null) => sql`
    insert into tenant.pick_tasks (platform_id, fulfillment_id, pick_task_id, line_no, allocation_id,
      location_id, lot_id, serial_id, qty, batch_id, sequence, reason)
    select ${platformId}, g.id, g."taskId", g."lineNo", a.allocation_id, b.location_id, b.lot_id,
      b.serial_id, a.qty, ${batchId}::uuid, case when ${batchId}::uuid is null then null else 0 end,
      case
        when coalesce(v.pick_policy, g.policy) = 'fefo' and l.expires_on is not null then 'expires_first'
        when coalesce(v.pick_policy, g.policy) = 'fifo' then 'oldest'
        when coalesce(v.pick_policy, g.policy) = 'fewest' then 'largest_quantity'
        else 'next_on_path'
      end
    from ${givenRows(tasks, `id uuid, policy text, "lineNo" int, "taskId" uuid, "allocationId" bigint`)} g
    join tenant.allocations a
      on a.platform_id = ${platformId} and a.allocation_id = g."allocationId"
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = a.bucket_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
    left join tenant.lots l on l.platform_id = ${platformId} and l.lot_id = b.lot_id`,
)
