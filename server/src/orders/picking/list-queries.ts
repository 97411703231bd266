import type { OpenTask } from '@stowage/contract/orders/picking'
import type { Sort } from '@stowage/contract/lists'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { ActorInScope } from '../../http/actor.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'

type Viewer = Pick<ActorInScope, 'platform' | 'warehouses' | 'id' | 'at'>

type Row = Omit<OpenTask, 'shipBy'> & {
  shipBy: Date | null
  qtyScale: number
  pickSequence: number
  /** Its place in the walk of a batch; 0 without one. */
  walk: number
  codeKey: string
}

type Filter = {
  view: 'all' | 'mine' | 'free'
  warehouse?: string | undefined
  fulfillment?: string | undefined
  batch?: string | undefined
  ids?: readonly string[] | undefined
  sort: Sort<'path' | 'sequence'>
}

/** Returns a page of what is to be picked, in walking order. */
export async function listTasks(
  db: Db,
  viewer: Viewer,
  { view, warehouse, fulfillment, batch, ids, sort }: Filter,
  page: PageRequest,
): Promise<Page<OpenTask>> {
  const rows = readyTasks(db, viewer)
    .$if(view === 'mine', (some) =>
      some.where('t.assignedTo', '=', viewer.id).where('t.batchId', 'is', null),
    )
    .$if(view === 'free', (some) =>
      some.where('t.assignedTo', 'is', null).where('t.batchId', 'is', null),
    )
    .$if(warehouse !== undefined, (some) => some.where('f.warehouseId', '=', warehouse ?? ''))
    .$if(fulfillment !== undefined, (some) => some.where('t.fulfillmentId', '=', fulfillment ?? ''))
    .$if(batch !== undefined, (some) => some.where('t.batchId', '=', batch ?? ''))
    .$if(ids !== undefined, (some) => some.where('t.pickTaskId', 'in', [...(ids ?? [])]))
  const found = await readPage(
    db,
    db.selectFrom(rows.as('b')).selectAll().$castTo<Row>(),
    orderOf<Row, 'path' | 'sequence'>(sort, {
      path: [
        { column: 'b.warehouse_code', kind: 'text', of: (row) => row.warehouseCode },
        { column: 'b.pick_sequence', kind: 'int', of: (row) => String(row.pickSequence) },
        { column: 'b.code_key', kind: 'text', of: (row) => row.codeKey },
        { column: 'b.id', kind: 'uuid', of: (row) => row.id },
      ],
      sequence: [
        { column: 'b.walk', kind: 'int', of: (row) => String(row.walk) },
        { column: 'b.id', kind: 'uuid', of: (row) => row.id },
      ],
    }),
    page,
    { isWritten: true },
  )
  return { ...found, items: found.items.map(toReply) }
}

const readyTasks = (db: Db, { platform, warehouses, at }: Viewer) =>
  db
    .selectFrom('tenant.pickTasks as t')
    .innerJoin('tenant.fulfillments as f', (join) =>
      join
        .onRef('f.platformId', '=', 't.platformId')
        .onRef('f.fulfillmentId', '=', 't.fulfillmentId'),
    )
    .innerJoin('tenant.fulfillmentLines as l', (join) =>
      join
        .onRef('l.platformId', '=', 't.platformId')
        .onRef('l.fulfillmentId', '=', 't.fulfillmentId')
        .onRef('l.lineNo', '=', 't.lineNo'),
    )
    .innerJoin('tenant.warehouses as w', (join) =>
      join.onRef('w.platformId', '=', 'f.platformId').onRef('w.warehouseId', '=', 'f.warehouseId'),
    )
    .innerJoin('tenant.locations as o', (join) =>
      join.onRef('o.platformId', '=', 't.platformId').onRef('o.locationId', '=', 't.locationId'),
    )
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 'l.platformId').onRef('v.variantId', '=', 'l.variantId'),
    )
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .leftJoin('tenant.pickBatches as k', (join) =>
      join.onRef('k.platformId', '=', 't.platformId').onRef('k.batchId', '=', 't.batchId'),
    )
    .leftJoin('tenant.pickBatchLines as n', (join) =>
      join
        .onRef('n.platformId', '=', 't.platformId')
        .onRef('n.batchId', '=', 't.batchId')
        .onRef('n.fulfillmentId', '=', 't.fulfillmentId'),
    )
    .leftJoin('tenant.lots as g', (join) =>
      join.onRef('g.platformId', '=', 't.platformId').onRef('g.lotId', '=', 't.lotId'),
    )
    .leftJoin('tenant.serials as s', (join) =>
      join.onRef('s.platformId', '=', 't.platformId').onRef('s.serialId', '=', 't.serialId'),
    )
    .where('t.platformId', '=', platform.id)
    .where('t.state', '=', 'ready')
    .$if(warehouses !== null, (some) => some.where('f.warehouseId', 'in', [...(warehouses ?? [])]))
    .select([
      't.pickTaskId as id',
      't.fulfillmentId',
      'f.number as fulfillment',
      'f.orderId',
      'f.warehouseId',
      'w.code as warehouseCode',
      't.locationId',
      'o.code as location',
      'v.variantId',
      'v.sku',
      'v.unit',
      'v.qtyScale',
      'g.code as lot',
      's.code as serial',
      't.qty',
      't.reason',
      'f.priority',
      'f.shipBy',
      't.assignedTo',
      'o.pickSequence',
      'o.codeKey',
      't.batchId',
      'k.number as batch',
      't.sequence',
      'n.lineNo as slot',
      'n.tote',
      'o.barcode as locationBarcode',
      sql<OpenTask['lotStopped']>`case
        when g.state <> 'active' then g.state
        when g.expires_by < (${at}::timestamptz at time zone w.timezone)::date then 'expired'
      end`.as('lotStopped'),
      sql<number>`coalesce(t.sequence, 0)`.as('walk'),
      sql<string[]>`array(
        select c.code from tenant.barcodes c
        where c.platform_id = v.platform_id and c.variant_id = v.variant_id
        order by c.code)`.as('barcodes'),
      sql<string>`concat_ws(' ', p.name, nullif(v.name, ''))`.as('name'),
      nameOfMember(platform.id, sql`t.assigned_to`).as('assignedToName'),
    ])

const toReply = ({ qtyScale, pickSequence: _, codeKey: __, walk: ___, ...row }: Row): OpenTask => ({
  ...row,
  qty: fromQuanta(row.qty, qtyScale),
  shipBy: row.shipBy?.toISOString() ?? null,
})
