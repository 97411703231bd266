import type { DemoSize } from '@stowage/contract/demo'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { limitStatements } from '../database/transactions.ts'

/** Five minutes to delete every row of a large example. */
const emptyingMillis = 300_000

export type RunState = 'loading' | 'loaded' | 'removing' | 'failed'

/** Undefined where nothing was loaded, or all of it was taken away. */
export function findRun(db: Db, platformId: string) {
  return db
    .selectFrom('tenant.demoRuns')
    .select(['size', 'state', 'step', 'percent', 'requestedBy', 'startedAt', 'finishedAt'])
    .where('platformId', '=', platformId)
    .executeTakeFirst()
}

/** A run that begins; an earlier one that failed is forgotten. */
export async function insertRun(
  tx: Tx,
  platformId: string,
  run: { size: DemoSize; requestedBy: string; startedAt: Date },
): Promise<void> {
  await tx.deleteFrom('tenant.demoRuns').where('platformId', '=', platformId).execute()
  await tx
    .insertInto('tenant.demoRuns')
    .values({ platformId, ...run, state: 'loading', step: 'Waiting to start' })
    .execute()
}

export async function saveRun(
  tx: Tx,
  platformId: string,
  values: { state?: RunState; step?: string; percent?: number; finishedAt?: Date | null },
): Promise<void> {
  await tx.updateTable('tenant.demoRuns').set(values).where('platformId', '=', platformId).execute()
}

/** Checks whether the platform is in use: it has stock moves, products or a warehouse. */
export async function isInUse(db: Db, platformId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from tenant.stock_moves where platform_id = ${platformId})
      or exists (select from tenant.products where platform_id = ${platformId})
      or exists (select from tenant.warehouses
        where platform_id = ${platformId} and kind = 'site') as used`.execute(db)
  return rows[0]?.used ?? false
}

/**
 * Takes every row of the warehouse away, which may take longer than a statement usually may. False,
 * and nothing is gone, where it is not example data.
 */
export async function emptyDemo(tx: Tx, platformId: string): Promise<boolean> {
  await limitStatements(tx, emptyingMillis)
  const { rows } = await sql<{ done: boolean }>`
    select stock.empty(${platformId}) as done`.execute(tx)
  return rows[0]?.done ?? false
}

/** The ids of places by their code, of one warehouse. */
export async function findLocationIds(
  db: Db,
  platformId: string,
  warehouseId: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('tenant.locations')
    .select(['code', 'locationId'])
    .where('platformId', '=', platformId)
    .where('warehouseId', '=', warehouseId)
    .execute()
  return new Map(rows.map(({ code, locationId }) => [code, locationId]))
}

/** The member in whose name the example data is loaded. */
export function findRequester(db: Db, platformId: string, memberId: string) {
  return db
    .selectFrom('tenant.members as m')
    .innerJoin('tenant.platforms as p', 'p.platformId', 'm.platformId')
    .select(['m.id', 'm.email', 'm.role', 'p.slug'])
    .where('m.platformId', '=', platformId)
    .where('m.id', '=', memberId)
    .executeTakeFirst()
}

/** Returns the open pick tasks of fulfillments, the most urgent location first; `qty` is in base units. */
export async function listTasks(
  db: Db,
  platformId: string,
  fulfillmentIds: readonly string[],
): Promise<{ id: string; fulfillmentId: string; sku: string; qty: string; tote: string | null }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof listTasks>>[number]>`
    select t.pick_task_id as id, t.fulfillment_id as "fulfillmentId", v.sku,
      trim_scale(t.qty / power(10::numeric, v.qty_scale))::text as qty, b.tote
    from tenant.pick_tasks t
    join tenant.fulfillment_lines l on l.platform_id = t.platform_id
      and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    left join tenant.pick_batch_lines b on b.platform_id = t.platform_id
      and b.batch_id = t.batch_id and b.fulfillment_id = t.fulfillment_id
    where t.platform_id = ${platformId} and t.state = 'ready'
      and t.fulfillment_id = any (${[...fulfillmentIds]}::uuid[])
    order by t.sequence nulls first, t.fulfillment_id, t.line_no, t.pick_task_id`.execute(db)
  return rows
}

/** The fulfillments of orders that are released, in the order of these. */
export async function listFulfillments(
  db: Db,
  platformId: string,
  orderIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select fulfillment_id as id from tenant.fulfillments
    where platform_id = ${platformId} and state = 'released'
      and order_id = any (${[...orderIds]}::uuid[])
    order by array_position(${[...orderIds]}::uuid[], order_id), number`.execute(db)
  return rows.map(({ id }) => id)
}

/** A picked fulfillment of one of these orders, and an item of it that carries no serial number or lot. */
export async function findPicked(
  db: Db,
  platformId: string,
  orderIds: readonly string[],
): Promise<{ fulfillmentId: string; sku: string } | undefined> {
  const { rows } = await sql<{ fulfillmentId: string; sku: string }>`
    select f.fulfillment_id as "fulfillmentId", v.sku
    from tenant.fulfillments f
    join tenant.fulfillment_lines l
      on l.platform_id = f.platform_id and l.fulfillment_id = f.fulfillment_id
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.pick_tasks t on t.platform_id = l.platform_id
      and t.fulfillment_id = l.fulfillment_id and t.line_no = l.line_no and t.state = 'done'
    where f.platform_id = ${platformId} and f.state = 'picked' and v.tracking = 'none'
      and f.order_id = any (${[...orderIds]}::uuid[])
    order by array_position(${[...orderIds]}::uuid[], f.order_id), l.line_no
    limit 1`.execute(db)
  return rows[0]
}
