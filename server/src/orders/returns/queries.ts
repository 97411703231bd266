import type { ReturnState } from '@stowage/contract/orders/returns'
import type { DispositionKind, ReturnCondition } from '@stowage/contract/orders/return-inputs'
import { sql } from 'kysely'
import { givenRows } from '../../database/given.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { defineDocument } from '../../workspace/documents/queries.ts'
import { documentSource } from '../../workspace/documents/source-queries.ts'
import { isReturnedTo, ofReturns } from './list-queries.ts'
import { returnTransitions } from './rules.ts'

export type ReturnRow = {
  id: string
  number: string
  state: ReturnState
  version: number
  createdAt: string
  createdBy: string | null
  createdByName?: string | null
  orderId: string | null
  customerId: string | null
  warehouseId: string | null
  expectedBy: string | null
  note: string
  endReason: string | null
  receivedAt: string | null
  moveId: string | null
  refundState: 'none' | 'requested'
  /** Read with the row. */
  warehouseCode?: string | null
  order: string | null
  /** External id of the order. */
  externalId: string | null
  customer?: string | null
  /** In lists only. */
  reasons?: string[]
  qty?: string
  received?: string
  undecided?: string
  dispositions?: DispositionKind[]
}

type DispositionRow = {
  disposition: DispositionKind
  qty: string
  locationId: string | null
  location: string | null
  moveId: string | null
  decidedAt: string
  decidedByName: string | null
}

export type ItemRow = {
  itemNo: number
  bucketId: string
  lot: string | null
  expiresOn: string | null
  serial: string | null
  condition: ReturnCondition
  qty: string
  /** Where it was received. */
  place: { id: string; code: string; status: string }
  dispositions: DispositionRow[]
  photos: string[]
}

/** A line as it is stored, with its item and what was received of it; quantities are quanta. */
export type LineRow = {
  id: string
  lineNo: number
  orderLineId: string | null
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  tracking: 'none' | 'lot' | 'serial'
  reasonCode: string
  reason: string
  qty: string
  received: string
  items: ItemRow[]
}

export const returns = defineDocument<ReturnRow, LineRow, 'return'>({
  type: 'return',
  // It goes on from what its moves brought, so they stay.
  posts: {
    reversed: 'never',
    column: 'moveId',
    kinds: ['return_in'],
    in: ['received', 'inspected', 'closed'],
  },
  prefix: 'RMA',
  table: 'tenant.returns',
  lineTable: 'tenant.returnLines',
  key: 'returnId',
  owner: ofReturns,
  columns: [
    'orderId',
    'customerId',
    'warehouseId',
    'expectedBy',
    'note',
    'endReason',
    'receivedAt',
    'moveId',
    'refundState',
  ],
  people: ['createdBy'],
  searched: ['number'],
  lineColumns: {
    lineNo: ({ lineNo }) => lineNo,
    returnLineId: ({ id }) => id,
    orderLineId: ({ orderLineId }) => orderLineId,
    variantId: ({ variantId }) => variantId,
    qtyAuthorized: ({ qty }) => qty,
    qtyReceived: ({ received }) => received,
    reasonCode: ({ reasonCode }) => reasonCode,
  },
  listLines,
  transitions: returnTransitions,
  editable: 'inspected',
  unfinished: ['requested', 'authorized', 'received', 'inspected'],
  uses: { itself: ['warehouse'], inLines: ['variant'] },
  recorded: ({ orderId, order: orderNumber, externalId, customerId, warehouseId }) => ({
    orderId,
    orderNumber,
    externalId,
    customerId,
    warehouseId,
  }),
})

export const returnSource = documentSource(returns, {
  right: 'return.read',
  page: 'returns',
  name: sql`coalesce((
    select c.name from tenant.customers c
    where c.platform_id = d.platform_id and c.customer_id = d.customer_id), '')`,
  isInSight: (scope) => sql`(${scope}::uuid[] is null or ${isReturnedTo(scope)})`,
})

function listLines(db: Db, platformId: string, returnId: string): Promise<LineRow[]> {
  return readLines(db, platformId, returnId)
}

const readLines = prepare(
  (_: Db, platformId: string, returnId: string) => sql<LineRow>`
    select l.return_line_id as id, l.line_no as "lineNo", l.order_line_id as "orderLineId",
      l.variant_id as "variantId", v.sku, concat_ws(' ', p.name, nullif(v.name, '')) as name, v.unit,
      v.qty_scale as "qtyScale", v.tracking, l.reason_code as "reasonCode",
      coalesce(n.name, l.reason_code) as reason, l.qty_authorized::text as qty,
      l.qty_received::text as received, coalesce((
        select jsonb_agg(jsonb_build_object('itemNo', i.item_no, 'bucketId', i.bucket_id::text,
          'lot', t.code, 'expiresOn', t.expires_on, 'serial', s.code, 'condition', i.condition,
          'qty', i.qty::text,
          'place', jsonb_build_object('id', o.location_id, 'code', o.code, 'status', o.status),
          'dispositions', coalesce((
            select jsonb_agg(jsonb_build_object('disposition', x.disposition, 'qty', x.qty::text,
              'locationId', x.location_id, 'location', xo.code, 'moveId', x.move_id::text,
              'decidedAt', to_char(x.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'decidedByName', ${nameOfMember(platformId, sql`x.decided_by`)})
              order by x.disposition_no)
            from tenant.return_dispositions x
            left join tenant.locations xo
              on xo.platform_id = x.platform_id and xo.location_id = x.location_id
            where x.platform_id = i.platform_id and x.return_id = i.return_id
              and x.item_no = i.item_no), '[]'),
          'photos', coalesce((
            select jsonb_agg(h.photo_id order by h.photo_id)
            from tenant.return_photos h
            where h.platform_id = i.platform_id and h.return_id = i.return_id
              and h.item_no = i.item_no), '[]')) order by i.item_no)
        from tenant.return_items i
        join tenant.stock_buckets b on b.platform_id = i.platform_id and b.bucket_id = i.bucket_id
        join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
        left join tenant.lots t on t.platform_id = b.platform_id and t.lot_id = b.lot_id
        left join tenant.serials s on s.platform_id = b.platform_id and s.serial_id = b.serial_id
        where i.platform_id = l.platform_id and i.return_id = l.return_id
          and i.line_no = l.line_no), '[]') as items
    from tenant.return_lines l
    join tenant.variants v on v.platform_id = l.platform_id and v.variant_id = l.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    left join tenant.reasons n on n.platform_id = l.platform_id and n.code = l.reason_code
    where l.platform_id = ${platformId} and l.return_id = ${returnId}
    order by l.line_no`,
)

export type NewItem = {
  itemNo: number
  lineNo: number
  bucketId: string
  qty: string
  condition: ReturnCondition
}

/** Inserts what was received of a return, and counts it in its lines. */
export async function insertItems(
  tx: Tx,
  platformId: string,
  returnId: string,
  items: readonly NewItem[],
): Promise<void> {
  await sql`
    with i as (
      select * from ${givenRows(JSON.stringify(items), `"itemNo" int, "lineNo" int, "bucketId" bigint, qty bigint, condition text`)} i
    ), inserted as (
      insert into tenant.return_items
        (platform_id, return_id, item_no, line_no, bucket_id, qty, condition)
      select ${platformId}, ${returnId}, "itemNo", "lineNo", "bucketId", qty, condition from i
    )
    update tenant.return_lines l set qty_received = s.qty
    from (select "lineNo" as line_no, sum(qty) as qty from i group by 1) s
    where l.platform_id = ${platformId} and l.return_id = ${returnId} and l.line_no = s.line_no`.execute(
    tx,
  )
}

/** Sets how items came back, as the inspection found them. */
export async function saveConditions(
  tx: Tx,
  platformId: string,
  returnId: string,
  items: readonly { itemNo: number; condition: ReturnCondition }[],
): Promise<void> {
  if (items.length === 0) return
  await sql`
    update tenant.return_items i set condition = g.condition
    from ${givenRows(JSON.stringify(items), '"itemNo" int, condition text')} g
    where i.platform_id = ${platformId} and i.return_id = ${returnId}
      and i.item_no = g."itemNo"`.execute(tx)
}

export type NewDisposition = {
  itemNo: number
  qty: string
  disposition: DispositionKind
  locationId: string | null
  moveId: string | null
}

/** Inserts dispositions, numbered on from the last one of the return. */
export async function insertDispositions(
  tx: Tx,
  { platform, id: by, at }: { platform: { id: string }; id: string; at: Date },
  returnId: string,
  dispositions: readonly NewDisposition[],
): Promise<void> {
  if (dispositions.length === 0) return
  await sql`
    insert into tenant.return_dispositions (platform_id, return_id, disposition_no, item_no, qty,
      disposition, location_id, move_id, decided_at, decided_by)
    select ${platform.id}, ${returnId}, g.place + (
        select coalesce(max(disposition_no), 0) from tenant.return_dispositions
        where platform_id = ${platform.id} and return_id = ${returnId}),
      (g.d->>'itemNo')::int, (g.d->>'qty')::bigint, g.d->>'disposition', (g.d->>'locationId')::uuid,
      (g.d->>'moveId')::bigint, ${at}, ${by}::uuid
    from jsonb_array_elements(${JSON.stringify(dispositions)}::jsonb) with ordinality as g(d, place)`.execute(
    tx,
  )
}

/** Returns the platforms with authorized returns that were expected before this day. */
export async function listPlatformsWithOverdue(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_with_overdue_returns(${day}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

type Expired = {
  id: string
  version: number
  number: string
  orderId: string | null
  orderNumber: string | null
  externalId: string | null
  customerId: string | null
  warehouseId: string | null
  expectedBy: string
}

/** Ends authorized returns that were expected before this day, a few at a time, and returns them. */
export async function expireOverdue(
  tx: Tx,
  platformId: string,
  { day, at, most }: { day: string; at: Date; most: number },
): Promise<Expired[]> {
  const { rows } = await sql<Expired>`
    update tenant.returns r
    set state = 'expired', version = version + 1, updated_at = ${at}, updated_by = null
    from (
      select return_id from tenant.returns
      where platform_id = ${platformId} and state = 'authorized' and expected_by < ${day}::date
      order by return_id limit ${most} for no key update skip locked) x
    where r.platform_id = ${platformId} and r.return_id = x.return_id
    returning r.return_id as id, r.version, r.number, r.order_id as "orderId",
      (select o.number from tenant.orders o
        where o.platform_id = r.platform_id and o.order_id = r.order_id) as "orderNumber",
      (select o.external_id from tenant.orders o
        where o.platform_id = r.platform_id and o.order_id = r.order_id) as "externalId",
      r.customer_id as "customerId", r.warehouse_id as "warehouseId", r.expected_by::text as "expectedBy"`.execute(
    tx,
  )
  return rows
}
