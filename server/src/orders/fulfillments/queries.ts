import type {
  FulfillmentState,
  pickReasons,
  pickTaskStates,
} from '@stowage/contract/orders/fulfillments'
import type { LotState } from '@stowage/contract/warehouse/lots'
import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { sql, type RawBuilder } from 'kysely'
import { givenIds } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareWrite } from '../../database/prepared.ts'
import { ofWarehouse } from '../../warehouse/stock/document-queries.ts'
import {
  defineDocument,
  prepareLock,
  rowOf,
  type Owner,
} from '../../workspace/documents/queries.ts'
import { orders, type OrderRow } from '../orders/queries.ts'
import { fulfillmentTransitions } from './rules.ts'

export type FulfillmentRow = {
  id: string
  number: string
  state: FulfillmentState
  version: number
  createdAt: string
  createdBy: string | null
  createdByName?: string | null
  orderId: string
  warehouseId: string
  /** The wave it was released with. */
  waveId: string | null
  policy: PickPolicy
  priority: number
  shipBy: string | null
  /** The fulfillment it was split from when it was shipped. */
  splitFromId: string | null
  /** Read with the row. */
  warehouseCode?: string
  order: string
  /** External id of the order. */
  externalId: string | null
  wave?: string | null
  splitFrom?: string | null
  customer?: string | null
  /** In lists only. */
  units?: string
  leavingLines?: number
}

type PickRow = {
  id: string
  state: (typeof pickTaskStates)[number]
  locationId: string
  location: string
  lot: string | null
  lotState: LotState | null
  expiresOn: string | null
  serial: string | null
  qty: string
  reason: (typeof pickReasons)[number]
}

/** A line as it is stored, with its item and where it is picked; quantities are quanta. */
export type FulfillmentLineRow = {
  lineNo: number
  orderLineId: string
  componentId: string | null
  variantId: string
  reservationId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  qty: string
  short: string
  /** Quantity in its packages. */
  packed: string
  picks: PickRow[]
}

const ofOrder = (column: string) => sql`(
  select ${sql.ref(`o.${column}`)} from tenant.orders o
  where o.platform_id = d.platform_id and o.order_id = d.order_id)`

/** The picks of fulfillment `d` that leave in it: not what was short, withdrawn, sent back or cancelled. */
const leavingTasks = sql`
  from tenant.pick_tasks t
  join tenant.fulfillment_lines l on l.platform_id = t.platform_id
    and l.fulfillment_id = t.fulfillment_id and l.line_no = t.line_no
  join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
  where t.platform_id = d.platform_id and t.fulfillment_id = d.fulfillment_id
    and t.state in ('ready', 'done') and l.qty > l.qty_cancelled`

const ofFulfillments: Owner = {
  ...ofWarehouse,
  columns: {
    ...ofWarehouse.columns,
    order: ofOrder('number'),
    externalId: ofOrder('externalId'),
    wave: sql`(
      select w.number from tenant.waves w
      where w.platform_id = d.platform_id and w.wave_id = d.wave_id)`,
    splitFrom: sql`(
      select g.number from tenant.fulfillments g
      where g.platform_id = d.platform_id and g.fulfillment_id = d.split_from_id)`,
    customer: sql`(
      select c.name from tenant.orders o
      join tenant.customers c on c.platform_id = o.platform_id and c.customer_id = o.customer_id
      where o.platform_id = d.platform_id and o.order_id = d.order_id)`,
  },
  listColumns: {
    leavingLines: sql`(select count(distinct t.line_no)::int ${leavingTasks})`,
    units: sql`(
      select trim_scale(sum(t.qty / power(10::numeric, v.qty_scale)))::text ${leavingTasks})`,
  },
  filters: {
    ...ofWarehouse.filters,
    order: (id) => sql<boolean>`d.order_id = ${id}`,
    wave: (id) => sql<boolean>`d.wave_id = ${id}`,
    variant: (id) => sql<boolean>`d.fulfillment_id in (
      select l.fulfillment_id from tenant.fulfillment_lines l
      where l.platform_id = d.platform_id and l.variant_id = ${id})`,
  },
}

export const fulfillments = defineDocument<FulfillmentRow, FulfillmentLineRow, 'fulfillment'>({
  type: 'fulfillment',
  posts: { reversed: 'alone' },
  // Numbered after their order.
  prefix: 'F',
  table: 'tenant.fulfillments',
  lineTable: 'tenant.fulfillmentLines',
  key: 'fulfillmentId',
  owner: ofFulfillments,
  columns: ['orderId', 'warehouseId', 'waveId', 'policy', 'priority', 'shipBy', 'splitFromId'],
  people: ['createdBy'],
  searched: ['number'],
  lineColumns: {
    lineNo: ({ lineNo }) => lineNo,
    orderLineId: ({ orderLineId }) => orderLineId,
    componentId: ({ componentId }) => componentId,
    variantId: ({ variantId }) => variantId,
    reservationId: ({ reservationId }) => reservationId,
    qty: ({ qty }) => qty,
  },
  listLines,
  transitions: fulfillmentTransitions,
  editable: 'planned',
  unfinished: ['planned', 'released', 'picking', 'picked', 'packing', 'packed'],
  recorded: ({ orderId, order: orderNumber, externalId, warehouseId }) => ({
    orderId,
    orderNumber,
    externalId,
    warehouseId,
  }),
})

function listLines(db: Db, platformId: string, id: string): Promise<FulfillmentLineRow[]> {
  return readLinesOfOne(db, platformId, id)
}

/** The lines of these fulfillments, by fulfillment. */
export async function listLinesOfFulfillments(
  db: Db,
  platformId: string,
  ids: readonly string[],
): Promise<Map<string, FulfillmentLineRow[]>> {
  return byFulfillment(await readLines(db, platformId, JSON.stringify(ids)))
}

/** Rows of several fulfillments, in their order, by fulfillment. */
export function byFulfillment<Row>(
  rows: readonly (Row & { fulfillmentId: string })[],
): Map<string, Row[]> {
  const found = Map.groupBy(rows, ({ fulfillmentId }) => fulfillmentId)
  return new Map(
    [...found].map(([id, some]) => [
      id,
      some.map(({ fulfillmentId: _, ...row }) => row as unknown as Row),
    ]),
  )
}

/** Lines with where they are picked, in walking order. */
const lineRows = <Row>(chosen: RawBuilder<unknown>, more = sql``) => sql<Row>`
    select ${more} l.line_no as "lineNo", l.order_line_id as "orderLineId",
      l.component_id as "componentId", l.variant_id as "variantId",
      l.reservation_id::text as "reservationId", v.sku,
      concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit, v.qty_scale as "qtyScale",
      (l.qty - l.qty_cancelled)::text as qty, l.qty_short as short, (
        select coalesce(sum(k.qty), 0)::text from tenant.package_lines k
        where k.platform_id = l.platform_id and k.fulfillment_id = l.fulfillment_id
          and k.line_no = l.line_no) as packed,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', t.pick_task_id, 'state', t.state, 'locationId', t.location_id,
          'location', o.code, 'lot', g.code, 'lotState', g.state,
          'expiresOn', g.expires_on, 'serial', s.code,
          'qty', t.qty::text, 'reason', t.reason) order by o.pick_sequence, o.code, t.pick_task_id)
        from tenant.pick_tasks t
        join tenant.locations o on o.platform_id = t.platform_id and o.location_id = t.location_id
        left join tenant.lots g on g.platform_id = t.platform_id and g.lot_id = t.lot_id
        left join tenant.serials s on s.platform_id = t.platform_id and s.serial_id = t.serial_id
        where t.platform_id = l.platform_id and t.fulfillment_id = l.fulfillment_id
          and t.line_no = l.line_no), '[]') as picks
    from ${chosen}
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    order by l.fulfillment_id, l.line_no`

const readLines = prepare((_: Db, platformId: string, ids: string) =>
  lineRows<FulfillmentLineRow & { fulfillmentId: string }>(
    sql`
    ${givenIds(ids)} asked
    join tenant.fulfillment_lines l on l.platform_id = ${platformId}
      and l.fulfillment_id = asked.id`,
    sql`l.fulfillment_id as "fulfillmentId",`,
  ),
)

// Of one it is planned once: of several, how many is not known before.
const readLinesOfOne = prepare((_: Db, platformId: string, id: string) =>
  lineRows<FulfillmentLineRow>(sql`
    (select * from tenant.fulfillment_lines
      where platform_id = ${platformId} and fulfillment_id = ${id}) l`),
)

/** Counts the fulfillments that each of these orders has had. */
export async function countFulfillments(
  db: Db,
  platformId: string,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await countOfOrders(db, platformId, JSON.stringify(orderIds))
  return new Map(rows.map(({ orderId, count }) => [orderId, count]))
}

const countOfOrders = prepare(
  (_: Db, platformId: string, orderIds: string) => sql<{ orderId: string; count: number }>`
    select o.id as "orderId", (
      select count(*)::int from tenant.fulfillments
      where platform_id = ${platformId} and order_id = o.id) as count
    from ${givenIds(orderIds)} o`,
)

/** Locks the fulfillments of an order that are not cancelled, by id. The order is locked. */
export const lockOpenFulfillments = async (
  tx: Tx,
  platformId: string,
  orderId: string,
): Promise<FulfillmentRow[]> =>
  (await lockOpenOfOne(tx, platformId, orderId)).map((row) => rowOf<FulfillmentRow>(row))

/** The same for several orders. */
export const lockOpenFulfillmentsOf = async (
  tx: Tx,
  platformId: string,
  orderIds: readonly string[],
): Promise<FulfillmentRow[]> =>
  (await lockOpen(tx, platformId, [...orderIds])).map((row) => rowOf<FulfillmentRow>(row))

const openRows = (platformId: string, isOfThese: RawBuilder<boolean>) => sql<
  Record<string, unknown>
>`
    select fulfillment_id as id, number, state, version, created_at as "createdAt",
      created_by as "createdBy", order_id as "orderId", warehouse_id as "warehouseId",
      wave_id as "waveId", policy, priority, ship_by as "shipBy",
      split_from_id as "splitFromId", ${ofOrder('number')} as "order",
      ${ofOrder('externalId')} as "externalId"
    from tenant.fulfillments d
    where platform_id = ${platformId} and ${isOfThese} and state <> 'cancelled'
    order by fulfillment_id for no key update`

// Of one it is planned once: an array is planned anew each time.
const lockOpenOfOne = prepare((_: Db, platformId: string, orderId: string) =>
  openRows(platformId, sql`order_id = ${orderId}`),
)

const lockOpen = prepare((_: Db, platformId: string, orderIds: string[]) =>
  openRows(platformId, sql`order_id = any (${orderIds}::uuid[])`),
)

type Missed = { fulfillmentId: string; lineNo: number; qty: string; at: Date }

/** Notes what a line does not get, because it was neither found nor is there elsewhere; quanta. */
export const noteShort = prepareWrite(
  (_: Db, platformId: string, { fulfillmentId, lineNo, qty, at }: Missed) => sql`
    update tenant.fulfillment_lines set qty_short = qty_short + ${qty}::bigint, short_at = ${at}
    where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId}
      and line_no = ${lineNo}`,
)

/** Notes of these fulfillments that what they had of an order line is cancelled. */
export const noteCancelled = prepareWrite(
  (_: Db, platformId: string, orderLineId: string, fulfillmentIds: string) => sql`
    update tenant.fulfillment_lines set qty_cancelled = qty, qty_short = 0, short_at = null
    where platform_id = ${platformId} and order_line_id = ${orderLineId}
      and fulfillment_id in (
        select f.id from ${givenIds(fulfillmentIds)} f)`,
)

/** Writes how urgent the fulfillments of an order are that are not shipped yet. The order is locked. */
export const saveUrgency = prepareWrite(
  (
    _: Db,
    platformId: string,
    orderId: string,
    { priority, shipBy }: { priority: number; shipBy: string | null },
  ) => sql`
    update tenant.fulfillments set priority = ${priority}, ship_by = ${shipBy}
    where platform_id = ${platformId} and order_id = ${orderId}
      and state not in ('shipped', 'cancelled')`,
)

/** Locks the order of a fulfillment. */
export const lockOrderOfFulfillment = prepareLock<OrderRow>(
  orders,
  (platformId, fulfillmentId) => sql<boolean>`d.order_id = (
    select order_id from tenant.fulfillments
    where platform_id = ${platformId} and fulfillment_id = ${fulfillmentId})`,
)
