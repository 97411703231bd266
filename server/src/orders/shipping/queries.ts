import type { Package } from '@stowage/contract/orders/fulfillments'
import type { Shipment, ShipmentState, ShipmentSummary } from '@stowage/contract/orders/shipping'
import type { Parcel } from '@stowage/contract/tracking'
import { plainMoney } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareRead, runPipelined } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import type { Listed } from '../../workspace/documents/list-queries.ts'
import { defineDocument, type Scoped } from '../../workspace/documents/queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import {
  fulfillments,
  lockOrderOfFulfillment,
  type FulfillmentRow,
} from '../fulfillments/queries.ts'
import { ofShipments } from './list-queries.ts'
import { listParcels, type ParcelRow } from '../packing/list-queries.ts'

/** Quanta of the claims of an order: what it still gets, and what was shipped. */
export type Claimed = { open: string; shipped: string }

export type ShipmentRow = {
  id: string
  number: string
  state: ShipmentState
  version: number
  createdAt: string
  createdBy: string | null
  createdByName?: string | null
  fulfillmentId: string
  orderId: string
  warehouseId: string
  carrier: string
  service: string
  tracking: string
  costMicros: string | null
  shippedAt: string
  deliveredAt: string | null
  note: string
  moveId: string
  manifestId: string | null
  handedOverAt: string | null
  /** Read with the row. */
  warehouseCode?: string
  order: string
  /** External id of the order. */
  externalId: string | null
  customer?: string | null
  fulfillment?: string
  manifest?: string | null
  /** In lists only. */
  weightG?: number | null
  parcels?: Parcel[]
}

/** A package of a shipment: it exists before it is shipped. */
type ShippedPackage = { packageId: string }

export const shipments = defineDocument<ShipmentRow, ShippedPackage, 'shipment'>({
  type: 'shipment',
  posts: {
    reversed: 'alone',
    column: 'moveId',
    kinds: ['ship'],
    in: ['shipped', 'exception', 'delivered', 'lost', 'returned', 'voided'],
    undone: 'voided',
  },
  // Numbered after their fulfillment.
  prefix: 'S',
  table: 'tenant.shipments',
  lineTable: 'tenant.packages',
  key: 'shipmentId',
  owner: ofShipments,
  columns: [
    'fulfillmentId',
    'orderId',
    'warehouseId',
    'carrier',
    'service',
    'tracking',
    'costMicros',
    'shippedAt',
    'deliveredAt',
    'note',
    'moveId',
    'manifestId',
    'handedOverAt',
  ],
  people: ['createdBy'],
  times: ['shippedAt'],
  searched: ['number'],
  lineColumns: { packageId: ({ packageId }) => packageId },
  listLines: listShipped,
  transitions: {
    shipped: ['delivered', 'exception', 'voided'],
    delivered: [],
    exception: ['delivered', 'lost', 'returned'],
    lost: [],
    returned: [],
    voided: [],
  },
  editable: 'shipped',
  unfinished: ['shipped', 'exception'],
  recorded: ({ order: orderNumber, externalId, ...row }) => ({
    orderId: row.orderId,
    orderNumber,
    externalId,
    fulfillmentId: row.fulfillmentId,
    warehouseId: row.warehouseId,
    carrier: row.carrier,
    service: row.service,
    tracking: row.tracking,
  }),
})

const headOf = ({ costMicros, ...row }: ShipmentRow) => ({
  ...row,
  order: row.order ?? '',
  customer: row.customer ?? null,
  fulfillment: row.fulfillment ?? '',
  warehouseCode: row.warehouseCode ?? '',
  manifest: row.manifest ?? null,
  cost: costMicros === null ? null : plainMoney(costMicros),
})

/** A shipment in a list. */
export function toListed(listed: Listed<ShipmentRow>): ShipmentSummary {
  const { lineCount, weightG = null, parcels = [], ...row } = listed
  return { ...headOf(row), packageCount: lineCount, parcels, weightG }
}

/** A shipment with its packages. */
export const toReply = (row: ShipmentRow, packages: readonly Package[]): Shipment => ({
  ...headOf(row),
  packages: [...packages],
})

function listShipped(db: Db, platformId: string, shipmentId: string): Promise<ShippedPackage[]> {
  return readShipped(db, platformId, shipmentId)
}

const readShipped = prepare(
  (_: Db, platformId: string, shipmentId: string) => sql<ShippedPackage>`
    select package_id as "packageId" from tenant.packages
    where platform_id = ${platformId} and shipment_id = ${shipmentId} order by package_no`,
)

/** An allocation that leaves, or that left: quanta, and where it is. */
export type ShipLine = {
  taskId: string
  lineNo: number
  allocationId: string
  bucketId: string
  variantId: string
  lotId: string | null
  serialId: string | null
  qty: string
  /** Value when it left; 0 while it is there. */
  valueMicros: string
  location: Location
}
type Location = { id: string; code: string; status: string }

/** A fulfillment that is locked, with its order, and what of it is or was shipped. */
export type LockedShipping = Shippable & { order: OrderRow; fulfillment: FulfillmentRow }

export type Shippable = {
  claimed: Claimed
  lines: ShipLine[]
  packages: ParcelRow[]
  /** How many shipments there were, and who made the last one. */
  past: { count: number; lastBy: string | null }
}

/**
 * Locks the order and the fulfillment, in one round trip, and returns them with what was picked, which is also
 * what was shipped; undefined for a fulfillment that is not there or out of the member's sight.
 */
export async function lockForShipping(
  tx: Tx,
  actor: Scoped,
  fulfillmentId: string,
): Promise<LockedShipping | undefined> {
  const { id: platformId } = actor.platform
  const [order, fulfillment, shippable] = await Promise.all([
    lockOrderOfFulfillment(tx, { ...actor, warehouses: null }, fulfillmentId),
    fulfillments.lock(tx, actor, fulfillmentId),
    findShippable(tx, platformId, fulfillmentId),
  ])
  if (!order || !fulfillment || !shippable) return undefined
  return { order, fulfillment, ...shippable }
}

/** Returns what of a locked fulfillment is or was shipped. */
export async function findShippable(
  tx: Tx,
  platformId: string,
  fulfillmentId: string,
): Promise<Shippable | undefined> {
  const [found, lines, packages] = await Promise.all([
    findClaimed(tx, platformId, fulfillmentId),
    listPicked(tx, platformId, fulfillmentId),
    listParcels(tx, platformId, fulfillmentId),
  ])
  if (!found) return undefined
  const { count, lastBy, ...claimed } = found
  return { claimed, lines, packages, past: { count, lastBy } }
}

/** Unpacked quantity of an item that an order still gets on a line; quanta. */
type UnpackedRow = { lineNo: number; sku: string; qtyScale: number; qty: string }

/**
 * Returns what of an order is neither shipped nor in a packed fulfillment, but one that stays: it waits, or is still worked
 * on.
 */
export const listUnpacked = prepare(
  (_: Db, platformId: string, orderId: string, except: string | null) => sql<UnpackedRow>`
    select l.line_no as "lineNo", v.sku, v.qty_scale as "qtyScale",
      sum(r.promised + r.backordered - coalesce(k.qty, 0))::text as qty
    from tenant.order_lines l
    join tenant.reservations r on r.platform_id = l.platform_id and r.source_type = 'order_line'
      and r.source_id = l.order_line_id
    join tenant.variants v on v.platform_id = r.platform_id and v.variant_id = r.variant_id
    left join lateral (
      select sum(a.qty) as qty
      from tenant.allocations a
      join tenant.pick_tasks t on t.platform_id = a.platform_id
        and t.allocation_id = a.allocation_id and t.state = 'done'
      join tenant.fulfillments f on f.platform_id = t.platform_id
        and f.fulfillment_id = t.fulfillment_id and f.state = 'packed'
        and f.fulfillment_id is distinct from ${except}::uuid
      where a.platform_id = r.platform_id and a.reservation_id = r.reservation_id
        and a.state = 'picked') k on true
    where l.platform_id = ${platformId} and l.order_id = ${orderId}
    group by l.line_no, v.sku, v.qty_scale
    having sum(r.promised + r.backordered - coalesce(k.qty, 0)) > 0
    order by l.line_no, v.sku`,
)

const findClaimed = prepareRead(
  (_: Db, platformId: string, fulfillmentId: string) => sql<Claimed & Shippable['past']>`
    select coalesce(c.open, 0)::text as open, coalesce(c.shipped, 0)::text as shipped,
      past.count, past."lastBy"
    from tenant.fulfillments f
    cross join lateral (
      select sum(r.promised + r.backordered) as open, sum(r.consumed) as shipped
      from tenant.order_lines l
      join tenant.reservations r on r.platform_id = l.platform_id and r.source_type = 'order_line'
        and r.source_id = l.order_line_id
      where l.platform_id = f.platform_id and l.order_id = f.order_id) c
    -- By the order, which has an index: the one of fulfillments leaves voided shipments out.
    cross join lateral (
      select count(*)::int as count,
        (array_agg(${nameOfMember(platformId, sql`s.created_by`)}
          order by s.created_at desc, s.shipment_id desc))[1] as "lastBy"
      from tenant.shipments s
      where s.platform_id = f.platform_id and s.order_id = f.order_id
        and s.fulfillment_id = f.fulfillment_id) past
    where f.platform_id = ${platformId} and f.fulfillment_id = ${fulfillmentId}`,
)

/** Returns the stage location of the warehouse of a fulfillment. */
export const findStage = prepareRead(
  (_: Db, platformId: string, fulfillmentId: string) => sql<Location>`
    select o.location_id as id, o.code, o.status from tenant.fulfillments f
    join tenant.warehouses w on w.platform_id = f.platform_id and w.warehouse_id = f.warehouse_id
    join tenant.locations o
      on o.platform_id = w.platform_id and o.location_id = w.stage_location_id
    where f.platform_id = ${platformId} and f.fulfillment_id = ${fulfillmentId}`,
)

const listPicked = prepare(
  (_: Db, platformId: string, fulfillmentId: string) => sql<ShipLine>`
    select t.pick_task_id as "taskId", t.line_no as "lineNo",
      a.allocation_id::text as "allocationId", a.bucket_id::text as "bucketId",
      b.variant_id as "variantId", b.lot_id as "lotId", b.serial_id as "serialId",
      a.qty::text as qty,
      jsonb_build_object('id', o.location_id, 'code', o.code, 'status', o.status) as location, (
        select (-coalesce(sum(e.value_delta), 0))::text from tenant.cost_entries e
        where e.platform_id = a.platform_id and e.move_id = a.move_id and e.line_no = a.line_no
      ) as "valueMicros"
    from tenant.pick_tasks t
    join tenant.allocations a
      on a.platform_id = t.platform_id and a.allocation_id = t.allocation_id
    join tenant.stock_buckets b on b.platform_id = a.platform_id and b.bucket_id = a.bucket_id
    join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
    where t.platform_id = ${platformId} and t.fulfillment_id = ${fulfillmentId}
      and t.state = 'done'
    order by t.line_no, a.allocation_id`,
)

/**
 * Hands shipments over with a manifest, those that were not voided or handed over since, and returns how many those
 * were. Their versions stay: the event is that of the manifest.
 */
export async function handOver(
  tx: Tx,
  { platform, id: by, at }: Scoped & { id: string; at: Date },
  manifestId: string,
  shipmentIds: readonly string[],
): Promise<number> {
  const done = await runPipelined(
    tx,
    sql<{ id: string }>`
      update tenant.shipments
      set manifest_id = ${manifestId}, handed_over_at = ${at}, updated_at = ${at}, updated_by = ${by}
      where platform_id = ${platform.id} and shipment_id = any (${[...shipmentIds]}::uuid[])
        and state = 'shipped' and manifest_id is null
      returning shipment_id as id`,
  )
  return done.length
}
