import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { PostedMove } from '@stowage/contract/warehouse/stock'
import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db } from '../../database/connect.ts'
import type { WarehouseScope } from '../locations/warehouse-list-queries.ts'
import { itemName } from '../products/variant-list-queries.ts'
import { numberOfSource } from './source-queries.ts'

/** A move with what it belongs to and what undid it; undefined when it is not in sight. */
export function findMove(
  db: Db,
  platformId: string,
  { warehouses }: WarehouseScope,
  moveId: string,
) {
  return db
    .selectFrom('tenant.stockMoves as m')
    .leftJoin('tenant.stockMoves as r', (join) =>
      join.onRef('r.platformId', '=', 'm.platformId').onRef('r.reversesMoveId', '=', 'm.moveId'),
    )
    .select(['m.kind', 'm.sourceType', 'm.sourceId', 'm.reversesMoveId'])
    .select([sql<string | null>`r.move_id`.as('reversedBy')])
    .select(numberOfSource(platformId).as('number'))
    .where('m.platformId', '=', platformId)
    .where(sql<boolean>`m.move_id = ${moveId}`)
    .$if(warehouses !== null, (some) => some.where('m.warehouseId', 'in', [...(warehouses ?? [])]))
    .executeTakeFirst()
}

/** So much of one line of a move, in quanta. */
export type MovePart = { lineNo: number; qty: string }

/**
 * A bucket a move changed, with what it holds now and the moves that took from it since; quanta. `delta`
 * is what is left to reverse of it, or the chosen parts of that.
 */
export type Changed = {
  bucketId: string
  warehouseId: string
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  location: string
  status: string
  onHand: string
  allocated: string
  delta: string
  takenBy: { moveId: string; kind: string; recordedAt: string; qty: string }[]
}

export async function listChanged(
  db: Db,
  platformId: string,
  moveId: string,
  parts?: readonly MovePart[],
): Promise<Changed[]> {
  const left = sql`
    select bucket_id, sum(delta) as delta, max(seq) filter (where move_id = ${moveId}) as seq
    from tenant.stock_ledger
    where platform_id = ${platformId} and (move_id = ${moveId} or move_id in (select id from given_back))
    group by bucket_id having sum(delta) <> 0`
  const chosen = sql`
    select g.bucket_id, sum(case when g.delta < 0 then -p.qty else p.qty end) as delta, max(g.seq) as seq
    from tenant.stock_ledger g
    join ${givenRows(JSON.stringify(parts ?? []), '"lineNo" int, qty bigint')} p
      on p."lineNo" = g.line_no
    where g.platform_id = ${platformId} and g.move_id = ${moveId} group by g.bucket_id`
  const { rows } = await sql<Changed>`
    with given_back (id) as materialized (
      select o.move_id from tenant.stock_moves m
      join tenant.stock_moves o on o.platform_id = m.platform_id and o.source_type = m.source_type
        and o.source_id = m.source_id and o.move_id <> m.move_id
      where m.platform_id = ${platformId} and m.move_id = ${moveId} and m.source_type = 'receipt')
    select b.bucket_id as "bucketId", b.warehouse_id as "warehouseId", v.variant_id as "variantId",
      v.sku, ${itemName} as name, v.unit, v.qty_scale as "qtyScale", o.code as location, b.status,
      b.on_hand as "onHand", b.allocated, g.delta::text,
      coalesce((
        select jsonb_agg(jsonb_build_object('moveId', x.move_id::text, 'kind', x.kind,
          'recordedAt', x.recorded_at, 'qty', x.qty::text) order by x.seq)
        from (
          select l.seq, l.move_id, m.kind, m.recorded_at, -l.delta as qty
          from tenant.stock_ledger l
          join tenant.stock_moves m on m.platform_id = ${platformId} and m.move_id = l.move_id
          where l.platform_id = ${platformId} and l.bucket_id = b.bucket_id and l.seq > g.seq
            and l.delta < 0 and l.move_id not in (select id from given_back)
          order by l.seq limit 20) x), '[]') as "takenBy"
    from (${parts ? chosen : left}) g
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = g.bucket_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
    join tenant.products p on p.platform_id = ${platformId} and p.product_id = v.product_id
    join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
    order by b.bucket_id`.execute(db)
  return rows.map(({ takenBy, ...row }) => ({
    ...row,
    // As the database writes it, it would be of another form than any time we tell.
    takenBy: takenBy.map((move) => ({
      ...move,
      recordedAt: new Date(move.recordedAt).toISOString(),
    })),
  }))
}

/** Location and status to which undoing a move returns stock. */
export type Return = {
  variantId: string
  sku: string
  state: string
  locationId: string
  location: string
  status: string
  warehouseId: string
  warehouse: string
  warehouseState: string
}

/**
 * Returns the items and locations that reversing a move brings stock back to; locked until commit with
 * `isHeld`.
 */
export async function listReturns(
  db: Db,
  platformId: string,
  moveId: string,
  isHeld: boolean,
): Promise<Return[]> {
  const { rows } = await sql<Return>`
    select v.variant_id as "variantId", v.sku, v.state, o.location_id as "locationId",
      o.code as location, o.status, w.warehouse_id as "warehouseId", w.code as warehouse,
      w.state as "warehouseState"
    from (
      select bucket_id from tenant.stock_ledger
      where platform_id = ${platformId} and move_id = ${moveId}
      group by bucket_id having sum(delta) < 0) g
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = g.bucket_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
    join tenant.locations o on o.platform_id = ${platformId} and o.location_id = b.location_id
    join tenant.warehouses w on w.platform_id = ${platformId} and w.warehouse_id = b.warehouse_id
    order by o.location_id, v.variant_id ${isHeld ? sql`for share of v, o, w` : sql``}`.execute(db)
  return rows
}

/** The two sides of each line of a move: what leaves before what arrives. */
export async function listSides(
  db: Db,
  platformId: string,
  moveId: string,
): Promise<PostedMove['lines']> {
  const { rows } = await sql<PostedMove['lines'][number] & { qtyScale: number }>`
    select l.line_no as "lineNo", l.bucket_id as "bucketId", l.delta, l.qty_after as after,
      v.qty_scale as "qtyScale"
    from tenant.stock_ledger l
    join tenant.stock_buckets b on b.platform_id = ${platformId} and b.bucket_id = l.bucket_id
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = b.variant_id
    where l.platform_id = ${platformId} and l.move_id = ${moveId}
    order by l.line_no, l.delta`.execute(db)
  return rows.map(({ qtyScale, delta, after, ...line }) => ({
    ...line,
    delta: fromQuanta(delta, qtyScale),
    after: fromQuanta(after, qtyScale),
  }))
}

/** A line of a move that brought stock: its bucket, how much came, and what it was worth. */
export type Brought = { lineNo: number; bucketId: string; qty: string; valueMicros: string }

export async function listBrought(db: Db, platformId: string, moveId: string): Promise<Brought[]> {
  const { rows } = await sql<Brought>`
    select g.line_no as "lineNo", g.bucket_id as "bucketId", g.delta as qty,
      (select coalesce(sum(c.value_delta), 0) from tenant.cost_entries c
       where c.platform_id = ${platformId} and c.move_id = ${moveId}
         and c.line_no = g.line_no)::text as "valueMicros"
    from tenant.stock_ledger g
    where g.platform_id = ${platformId} and g.move_id = ${moveId} and g.delta > 0`.execute(db)
  return rows
}

/** The warehouses in which moves of a file of opening stock stand. */
export async function listWarehousesOfImport(
  db: Db,
  platformId: string,
  importId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant.stockMoves')
    .select('warehouseId')
    .distinct()
    .where('platformId', '=', platformId)
    .where('sourceType', '=', 'import')
    .where('sourceId', '=', importId)
    .execute()
  return rows.map(({ warehouseId }) => warehouseId)
}
