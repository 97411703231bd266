import type { PromiseMode, SplitPolicy } from '@stowage/contract/orders/channels'
import { sql } from 'kysely'
import { givenIds } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareWrite } from '../../database/prepared.ts'
import type { ActorInScope } from '../../http/actor.ts'
import type { ClaimRow } from '../orders/queries.ts'
import type { PlannedShare } from './promise-rules.ts'

/** A warehouse with what it has for new orders of a variant, in quanta; null where it never kept it. */
export type SourceRow = {
  warehouseId: string
  code: string
  country: string
  region: string
  variantId: string
  free: string | null
  /** How much of the variant may wait there, and how much waits. Null without a limit. */
  backorderLimit: string | null
  backordered: string
}

/**
 * Warehouses orders may ship from, with what they have of each of these variants for new orders: what is available,
 * without what orders wait for in other warehouses and a job moves here. They are those of `warehouseIds` in
 * their order, or without any every warehouse that sells, by rank and code. Only those in the member's
 * scope.
 */
export async function listSources(
  db: Db,
  { platform, warehouses }: Pick<ActorInScope, 'platform' | 'warehouses'>,
  warehouseIds: readonly string[],
  variantIds: readonly string[],
): Promise<SourceRow[]> {
  return readSources(
    db,
    platform.id,
    JSON.stringify(warehouseIds),
    warehouses && JSON.stringify(warehouses),
    JSON.stringify(variantIds),
  )
}

const readSources = prepare(
  (
    _: Db,
    platformId: string,
    warehouseIds: string,
    scope: string | null,
    variantIds: string,
  ) => sql<SourceRow>`
    with site as (
      select w.warehouse_id, w.code, w.code_key, w.rank, w.address, (
        select o.n from jsonb_array_elements_text(${warehouseIds}::jsonb) with ordinality as o (id, n)
        where o.id = w.warehouse_id::text) as n
      from tenant.warehouses w
      where w.platform_id = ${platformId} and w.kind = 'site' and w.state = 'active' and w.is_sellable
        and (jsonb_array_length(${warehouseIds}::jsonb) = 0
          or ${warehouseIds}::jsonb ? w.warehouse_id::text)
        and (${scope}::jsonb is null or ${scope}::jsonb ? w.warehouse_id::text)
    )
    select s.warehouse_id as "warehouseId", s.code, coalesce(s.address ->> 'country', '') as country,
      coalesce(s.address ->> 'region', '') as region, v.variant_id as "variantId",
      (case when l.variant_id is not null then
        greatest(0, l.on_hand - l.unavailable - l.reserved - coalesce(e.waiting, 0)) end)::text as free,
      (case when l.variant_id is null then v.backorder_limit else l.backorder_limit end)::text
        as "backorderLimit",
      coalesce(l.backordered, 0)::text as backordered
    from site s
    cross join ${givenIds(variantIds)} asked
    -- Each by its key: how few are asked for is not known beforehand.
    cross join lateral (
      select v.variant_id, v.backorder_limit from tenant.variants v
      where v.platform_id = ${platformId} and v.variant_id = asked.id
      offset 0) v
    left join lateral (
      select l.* from tenant.stock_levels l
      where l.platform_id = ${platformId} and l.warehouse_id = s.warehouse_id
        and l.variant_id = v.variant_id
      offset 0) l on true
    left join lateral (
      select sum(r.backordered) as waiting
      from tenant.stock_levels o
      join tenant.reservations r on r.platform_id = o.platform_id
        and r.warehouse_id = o.warehouse_id and r.variant_id = o.variant_id
        and r.source_type = 'order_line' and r.backordered > 0
        -- A kit reserves nothing as long as one of its components is missing.
        and r.per_kit is null
      join tenant.order_lines n on n.platform_id = r.platform_id and n.order_line_id = r.source_id
      join tenant.orders d on d.platform_id = n.platform_id and d.order_id = n.order_id
        and d.state = 'confirmed'
        and (cardinality(d.warehouse_ids) = 0 or s.warehouse_id = any (d.warehouse_ids))
      where l.on_hand - l.unavailable - l.reserved > 0 and o.platform_id = ${platformId}
        and o.variant_id = v.variant_id and o.warehouse_id <> s.warehouse_id and o.backordered > 0
      offset 0) e on true
    order by s.n, s.rank, s.code_key`,
)

/**
 * Returns the on-hand quantity of these items that is unavailable, by status; quanta, summed over the
 * warehouses.
 */
export async function listUnavailable(
  db: Db,
  platformId: string,
  warehouseIds: readonly string[],
  variantIds: readonly string[],
): Promise<{ variantId: string; status: string; qty: string }[]> {
  const { rows } = await sql<{ variantId: string; status: string; qty: string }>`
    select b.variant_id as "variantId", b.status, sum(b.on_hand)::text as qty
    from tenant.stock_buckets b
    where b.platform_id = ${platformId} and b.on_hand > 0 and b.status <> 'available'
      and b.warehouse_id = any (${[...warehouseIds]}::uuid[])
      and b.variant_id = any (${[...variantIds]}::uuid[])
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

type StoredPlan = {
  policy: SplitPolicy
  mode: PromiseMode
  at: Date
  lines: Record<string, PlannedShare[]>
}

/** Keeps the plan of these lines; what is kept of other lines of the order stays. */
export async function upsertPlan(
  tx: Tx,
  platformId: string,
  orderId: string,
  { policy, mode, at, lines }: StoredPlan,
): Promise<void> {
  await insertPlan(tx, platformId, orderId, policy, mode, at, JSON.stringify(lines))
}

const insertPlan = prepareWrite(
  (
    _: Db,
    platformId: string,
    orderId: string,
    policy: string,
    mode: string,
    at: Date,
    lines: string,
  ) => sql`
    insert into tenant.order_plans as p (platform_id, order_id, policy, mode, planned_at, lines)
    values (${platformId}, ${orderId}, ${policy}, ${mode}, ${at}, ${lines}::jsonb)
    on conflict on constraint order_plans_pkey do update
    set policy = excluded.policy, mode = excluded.mode, planned_at = excluded.planned_at,
      lines = p.lines || excluded.lines`,
)

/** The plan that was kept of an order; undefined for a draft. */
export async function findPlan(
  db: Db,
  platformId: string,
  orderId: string,
): Promise<StoredPlan | undefined> {
  const { rows } = await sql<StoredPlan>`
    select policy, mode, planned_at as at, lines from tenant.order_plans
    where platform_id = ${platformId} and order_id = ${orderId}`.execute(db)
  return rows[0]
}

/** Returns what lines that were just confirmed are promised, by line: nothing of it is allocated yet. */
export async function listNewClaims(
  tx: Tx,
  platformId: string,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, ClaimRow[]>> {
  const rows = await readNewClaims(tx, platformId, JSON.stringify(lineIds))
  const none = { allocated: '0', consumed: '0', picked: '0', packed: '0' }
  const byLine = Map.groupBy(rows, ({ lineId }) => lineId)
  return new Map(
    [...byLine].map(([id, some]) => [
      id,
      some.map(({ lineId: _, ...claim }) => ({ ...claim, ...none })),
    ]),
  )
}

type NewClaim = Omit<ClaimRow, 'allocated' | 'consumed' | 'picked' | 'packed'> & { lineId: string }

const readNewClaims = prepare(
  (_: Db, platformId: string, lineIds: string) => sql<NewClaim>`
    select r.source_id as "lineId", r.reservation_id::text as "reservationId",
      r.warehouse_id as "warehouseId", w.code as warehouse, r.component_id as "componentId",
      r.promised::text, r.backordered::text
    from ${givenIds(lineIds)} asked
    cross join lateral (
      select * from tenant.reservations r
      where r.platform_id = ${platformId} and r.source_type = 'order_line'
        and r.source_id = asked.id
      offset 0) r
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = r.warehouse_id
    order by r.reservation_id`,
)
