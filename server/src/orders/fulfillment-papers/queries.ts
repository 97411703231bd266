import type { Order } from '@stowage/contract/orders/orders'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { findDocuments } from '../../workspace/documents/list-queries.ts'
import type { Paper } from '../../workspace/papers/paper.ts'
import { orders, type OrderRow } from '../entry/queries.ts'
import { toReply as toOrder } from '../entry/reply.ts'
import { fulfillments, type FulfillmentRow } from '../fulfillments/queries.ts'
import { listPackagesOfFulfillments, type PackageRow } from '../packing/queries.ts'
import { getSeller } from '../papers/queries.ts'

/** A fulfillment with its order, without lines, and its packages. */
export type LabelledFulfillment = {
  id: string
  row: FulfillmentRow
  packages: readonly PackageRow[]
  order: Order
  seller: Paper['seller']
}

/** Returns those of the fulfillments that the actor may see, in no particular order. */
export async function findLabelledFulfillments(
  db: Db,
  actor: WorkspaceMember,
  ids: readonly string[],
): Promise<LabelledFulfillment[]> {
  const rows = await findDocuments(db, fulfillments, actor, ids)
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  const [packagesOf, found, seller] = await Promise.all([
    listPackagesOfFulfillments(db, actor.platform.id, ids),
    findDocuments(db, orders, actor, orderIds),
    getSeller(db, actor.platform.id),
  ])
  const orderOf = new Map(found.map((one) => [one.id, orderFor(one, actor)]))
  return rows.map((row) => ({
    id: row.id,
    row,
    packages: packagesOf.get(row.id) ?? [],
    order: orderOf.get(row.orderId) ?? notFound(),
    seller,
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

/** How many lines these fulfillments have in all. */
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
