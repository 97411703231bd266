import type { Backorder } from '@stowage/contract/orders/backorders'
import type { Sort } from '@stowage/contract/lists'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { ActorInScope } from '../../http/actor.ts'

type Viewer = Pick<ActorInScope, 'platform' | 'warehouses'>

type Row = Omit<Backorder, 'waiting' | 'reserved' | 'incoming' | 'elsewhere' | 'since'> & {
  qtyScale: number
  waiting: string
  reserved: string
  elsewhere: string
  since: Date
  promisedShipAt: Date | null
  rank: number
  due: string
}

/** Warehouses beside that of claim `r` that have its item available. */
const elsewhereOf = ({ platform, warehouses }: Viewer) => sql`
  from tenant.stock_levels s
  join tenant.warehouses x on x.platform_id = s.platform_id and x.warehouse_id = s.warehouse_id
    and x.kind = 'site' and x.state = 'active' and x.is_sellable
  where s.platform_id = ${platform.id} and s.variant_id = r.variant_id
    and s.warehouse_id <> r.warehouse_id
    and s.on_hand - s.unavailable - s.reserved > 0
    and (${warehouses}::uuid[] is null or s.warehouse_id = any (${warehouses}::uuid[]))`

const waitingRows = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('tenant.reservations as r')
    .innerJoin('tenant.orderLines as l', (join) =>
      join.onRef('l.platformId', '=', 'r.platformId').onRef('l.orderLineId', '=', 'r.sourceId'),
    )
    .innerJoin('tenant.orders as o', (join) =>
      join.onRef('o.platformId', '=', 'l.platformId').onRef('o.orderId', '=', 'l.orderId'),
    )
    .leftJoin('tenant.customers as c', (join) =>
      join.onRef('c.platformId', '=', 'o.platformId').onRef('c.customerId', '=', 'o.customerId'),
    )
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 'r.platformId').onRef('v.variantId', '=', 'r.variantId'),
    )
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 'r.platformId').onRef('w.warehouseId', '=', 'r.warehouseId'),
    )
    .where('r.platformId', '=', viewer.platform.id)
    .where('r.sourceType', '=', 'order_line')
    .where('r.backordered', '>', '0')
    .$if(viewer.warehouses !== null, (some) =>
      some.where('r.warehouseId', 'in', [...(viewer.warehouses ?? [])]),
    )
    .select([
      'r.reservationId as claimId',
      'o.orderId',
      'o.number',
      'l.lineNo',
      'o.customerId',
      'c.name as customer',
      'r.variantId',
      'v.sku',
      'v.unit',
      'v.qtyScale',
      'r.warehouseId',
      'w.code as warehouseCode',
      'r.priority',
      'r.backordered as waiting',
      'r.promised as reserved',
      'r.dueAt as promisedShipAt',
      'r.createdAt as since',
      sql<string>`concat_ws(' ', p.name, nullif(v.name, ''))`.as('name'),
      sql<string>`(
        select coalesce(sum(s.on_hand - s.unavailable - s.reserved), 0)::text
        ${elsewhereOf(viewer)})`.as('elsewhere'),
      sql<number>`9 - r.priority`.as('rank'),
      sql<string>`coalesce(r.due_at, '9999-01-01 00:00:00+00')::text`.as('due'),
    ])

const toReply = ({ qtyScale, rank: _, due: __, ...row }: Row): Backorder => ({
  ...row,
  waiting: fromQuanta(row.waiting, qtyScale),
  reserved: fromQuanta(row.reserved, qtyScale),
  elsewhere: fromQuanta(row.elsewhere, qtyScale),
  // Nothing is on its way before purchasing and transfers exist.
  incoming: fromQuanta(0n, qtyScale),
  promisedShipAt: row.promisedShipAt?.toISOString() ?? null,
  since: row.since.toISOString(),
})

type Filter = {
  warehouse?: string | undefined
  variant?: string | undefined
  customer?: string | undefined
  elsewhere: 'any' | 'available'
  q?: string | undefined
  sort: Sort<'urgency' | 'since'>
}

/** Returns a page of the order lines that wait; `q` is a part of the order number or the SKU. */
export async function listBackorders(
  db: Db,
  viewer: Viewer,
  { warehouse, variant, customer, elsewhere, q, sort }: Filter,
  page: PageRequest,
): Promise<Page<Backorder>> {
  const rows = waitingRows(db, viewer)
    .$if(warehouse !== undefined, (some) => some.where('r.warehouseId', '=', warehouse ?? ''))
    .$if(variant !== undefined, (some) => some.where('r.variantId', '=', variant ?? ''))
    .$if(customer !== undefined, (some) => some.where('o.customerId', '=', customer ?? ''))
    .$if(elsewhere === 'available', (some) =>
      some.where(sql<boolean>`exists (select ${elsewhereOf(viewer)})`),
    )
    .$if(!!q, (some) =>
      some.where((row) =>
        row.or([
          containsFolded(sql.ref('o.number'), q ?? ''),
          containsFolded(sql.ref('v.sku'), q ?? ''),
        ]),
      ),
    )
  const byNumber = { column: 'b.claim_id', kind: 'whole' as const, of: (row: Row) => row.claimId }
  const found = await readPage(
    db,
    db.selectFrom(rows.as('b')).selectAll().$castTo<Row>(),
    orderOf<Row, 'urgency' | 'since'>(sort, {
      urgency: [
        { column: 'b.rank', kind: 'int', of: (row) => String(row.rank) },
        { column: 'b.due', kind: 'text', of: (row) => row.due },
        byNumber,
      ],
      since: [byNumber],
    }),
    page,
  )
  return { ...found, items: found.items.map(toReply) }
}

/** A claim that waits, of a warehouse in sight. */
export async function findBackorder(
  db: Db,
  viewer: Viewer,
  claimId: string,
): Promise<Backorder | undefined> {
  const row = await waitingRows(db, viewer)
    .where(sql<boolean>`r.reservation_id = ${claimId}`)
    .$castTo<Row>()
    .executeTakeFirst()
  return row && toReply(row)
}
