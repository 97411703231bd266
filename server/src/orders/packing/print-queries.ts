import type { Order } from '@stowage/contract/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
import { orders, type OrderRow } from '../orders/queries.ts'
import { toReply as toOrder } from '../orders/reply.ts'
import { fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { listPackagesOfFulfillments, type PackageRow } from './list-queries.ts'
import { getLetterhead } from '../orders/print-queries.ts'
import { beforeKey, type LabelledFulfillment } from './packing-slip-rules.ts'

/** Returns those of the fulfillments that the actor may see, in no particular order. */
export async function findLabelledFulfillments(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<LabelledFulfillment[]> {
  const rows = await findDocuments(db, fulfillments, actor, ids)
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  const [packagesOf, found, { seller, siteOf }] = await Promise.all([
    listPackagesOfFulfillments(db, actor.platform.id, ids),
    findDocuments(db, orders, actor, orderIds),
    getLetterhead(db, actor.platform.id),
  ])
  const orderOf = new Map(found.map((one) => [one.id, orderFor(one, actor)]))
  return rows.map((row) => ({
    id: row.id,
    row,
    packages: packagesOf.get(row.id) ?? [],
    order: orderOf.get(row.orderId) ?? notFound(),
    seller,
    ...siteOf(row.warehouseId),
  }))
}

/** A package with its fulfillment. */
export type LabelledPackage = { id: string; row: FulfillmentRow; package: PackageRow }

/** Returns those of the packages that the actor may see, in no particular order. */
export async function findLabelledPackages(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<LabelledPackage[]> {
  const { rows: found } = await sql<{ id: string }>`
    select distinct fulfillment_id as id from tenant.packages
    where platform_id = ${actor.platform.id} and package_id = any (${[...ids]}::uuid[])`.execute(db)
  const fulfillmentIds = found.map(({ id }) => id)
  const [rows, packagesOf] = await Promise.all([
    findDocuments(db, fulfillments, actor, fulfillmentIds),
    listPackagesOfFulfillments(db, actor.platform.id, fulfillmentIds),
  ])
  return rows.flatMap((row) =>
    (packagesOf.get(row.id) ?? [])
      .filter(({ id }) => ids.includes(id))
      .map((one) => ({ id: one.id, row, package: one })),
  )
}

/** Whoever packs sees where the parcel goes, with or without the right to see contact details elsewhere. */
function orderFor(row: OrderRow, actor: WorkspaceMember): Order {
  const order = toOrder(row, [], [], actor)
  return actor.holds.has('pack.perform')
    ? { ...order, shippingAddress: row.shippingAddress }
    : order
}

/** Returns what left of the lines of their orders before these fulfillments did, in base units, by fulfillment. */
export async function listShippedBefore(
  db: Db,
  platformId: string,
  ids: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  type Row = { id: string; orderLineId: string; componentId: string | null; qty: string }
  const { rows } = await sql<Row>`
    select f.fulfillment_id as id, l.order_line_id as "orderLineId", l.component_id as "componentId",
      trim_scale(sum(k.qty / power(10::numeric, v.qty_scale)))::text as qty
    from tenant.fulfillments f
    left join tenant.shipments own on own.platform_id = f.platform_id
      and own.fulfillment_id = f.fulfillment_id and own.state <> 'voided'
    join tenant.shipments s on s.platform_id = f.platform_id and s.order_id = f.order_id
      and s.fulfillment_id <> f.fulfillment_id and s.state <> 'voided'
      and (own.shipment_id is null or s.shipped_at < own.shipped_at)
    join tenant.package_lines k on k.platform_id = s.platform_id
      and k.fulfillment_id = s.fulfillment_id
    join tenant.fulfillment_lines l on l.platform_id = k.platform_id
      and l.fulfillment_id = k.fulfillment_id and l.line_no = k.line_no
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    where f.platform_id = ${platformId} and f.fulfillment_id = any (${[...ids]}::uuid[])
    group by 1, 2, 3`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, some]) => [
      id,
      new Map(some.map((one) => [beforeKey(one.orderLineId, one.componentId), one.qty])),
    ]),
  )
}

/** Counts the lines of these fulfillments together. */
export async function countLines(
  db: Db,
  platformId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from tenant.fulfillment_lines
    where platform_id = ${platformId} and fulfillment_id = any (${[...ids]}::uuid[])`.execute(db)
  return rows[0]?.lines ?? 0
}
