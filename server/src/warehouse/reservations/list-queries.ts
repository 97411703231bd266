import type { Sort } from '@stowage/contract/lists'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { StockClaim } from '@stowage/contract/warehouse/reservations'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { numbersLike } from '../../workspace/documents/rules.ts'

type Filter = {
  warehouse?: string | undefined
  variant?: string | undefined
  source?: StockClaim['source'] | undefined
  q?: string | undefined
  sort: Sort<'createdAt'>
}

/** Open claims with what they are for. */
const claimRows = (db: Db, platformId: string, warehouses: readonly string[] | null) =>
  db
    .selectFrom('tenant.reservations as r')
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 'r.platformId').onRef('v.variantId', '=', 'r.variantId'),
    )
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 'r.platformId').onRef('w.warehouseId', '=', 'r.warehouseId'),
    )
    .leftJoin('tenant.orderLines as l', (join) =>
      join
        .onRef('l.platformId', '=', 'r.platformId')
        .onRef('l.orderLineId', '=', 'r.sourceId')
        .on('r.sourceType', '=', 'order_line'),
    )
    .leftJoin('tenant.orders as o', (join) =>
      join.onRef('o.platformId', '=', 'l.platformId').onRef('o.orderId', '=', 'l.orderId'),
    )
    .leftJoin('tenant.customers as c', (join) =>
      join.onRef('c.platformId', '=', 'o.platformId').onRef('c.customerId', '=', 'o.customerId'),
    )
    .leftJoin('tenant.manualReservations as m', (join) =>
      join
        .onRef('m.platformId', '=', 'r.platformId')
        .onRef('m.manualReservationId', '=', 'r.sourceId')
        .on('r.sourceType', '=', 'manual'),
    )
    .where('r.platformId', '=', platformId)
    .where(sql<boolean>`r.promised + r.backordered > 0`)
    .$if(warehouses !== null, (some) => some.where('r.warehouseId', 'in', [...(warehouses ?? [])]))
    .select([
      'r.variantId',
      'v.sku',
      'v.unit',
      'v.qtyScale',
      'r.warehouseId',
      'w.code as warehouseCode',
      'r.promised',
      'r.backordered',
      'r.priority',
      'r.dueAt',
      'r.createdAt',
      'o.orderId',
      'o.number',
      'l.lineNo',
      'c.name as customer',
      'm.manualReservationId as reservationId',
      'm.note',
      'r.expiresAt',
      sql<string>`concat_ws(' ', p.name, nullif(v.name, ''))`.as('name'),
      sql<string>`r.source_type`.as('sourceType'),
      sql<string>`r.reservation_id`.as('claimId'),
    ])

/** Orders of which the claims are looked up, newest first, where the beginning of a number has many. */
const mostOrders = 1_000

/**
 * Returns the condition that a claim `r` is for an order with this number or the beginning of it, or has a
 * note with this text. These are found first, by their own indexes: most claims are for something else.
 */
function isFor(platformId: string, q: string) {
  const { exact, range } = numbersLike('SO', q)
  const ranged =
    range &&
    sql`union all (
      select order_id from tenant.orders
      where platform_id = ${platformId} and number between ${range.from} and ${range.to}
      order by number desc limit ${mostOrders})`
  const claimsOf = (type: string, sources: RawBuilder<unknown>) => sql`
    select x.reservation_id from tenant.reservations x
    where x.platform_id = ${platformId} and x.source_type = ${type} and x.source_id = any (array(${sources}))`
  const orders = sql`
    select order_id from tenant.orders
    where platform_id = ${platformId} and number = any (${exact}::text[]) ${ranged ?? sql``}`
  const lines = sql`
    select l.order_line_id from tenant.order_lines l
    where l.platform_id = ${platformId} and l.order_id = any (array(${orders}))`
  const notes = sql`
    select n.manual_reservation_id from tenant.manual_reservations n
    where n.platform_id = ${platformId} and ${containsFolded(sql.ref('n.note'), q)}`
  // Arrays, which are read once and not for each claim.
  return sql<boolean>`r.reservation_id = any (array(
    ${claimsOf('order_line', lines)} union all ${claimsOf('manual', notes)}))`
}

/** Returns a page of what stock is reserved for; `q` is an order number, its beginning or a part of a note. */
export async function listStockClaims(
  db: Db,
  { platform, warehouses, holds }: WorkspaceMember,
  { warehouse, variant, source, q, sort }: Filter,
  page: PageRequest,
): Promise<Page<StockClaim>> {
  const found = await readPage(
    db,
    claimRows(db, platform.id, warehouses)
      .$if(warehouse !== undefined, (some) => some.where('r.warehouseId', '=', warehouse ?? ''))
      .$if(variant !== undefined, (some) => some.where('r.variantId', '=', variant ?? ''))
      .$if(source === 'order', (some) => some.where('r.sourceType', '=', 'order_line'))
      .$if(source === 'manual', (some) => some.where('r.sourceType', '=', 'manual'))
      .$if(!!q, (some) => some.where(isFor(platform.id, q ?? ''))),
    // Numbers rise with the time a claim is made.
    orderOf(sort, {
      createdAt: [{ column: 'r.reservation_id', kind: 'whole', of: (row) => row.claimId }],
    }),
    page,
  )
  return {
    ...found,
    items: found.items.map(
      ({ promised, backordered, qtyScale, sourceType, customer, ...row }): StockClaim => ({
        ...row,
        source: sourceType === 'manual' ? 'manual' : 'order',
        ...(holds.has('order.read') && { customer }),
        reserved: fromQuanta(promised, qtyScale),
        backordered: fromQuanta(backordered, qtyScale),
        dueAt: row.dueAt?.toISOString() ?? null,
        expiresAt: row.expiresAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
      }),
    ),
  }
}
