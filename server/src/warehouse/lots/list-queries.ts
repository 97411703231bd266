import type { Sort } from '@stowage/contract/lists'
import type { Lot, LotState, lotExpiries } from '@stowage/contract/warehouse/lots'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { Tables } from '../../database/tables.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { itemsWith, itemName } from '../products/variant-list-queries.ts'

/** Stock that is counted: the warehouses a member may see, or one of them; `day` is today there. */
export type LotScope = {
  warehouses: readonly string[] | null
  warehouse?: string | undefined
  day: string
}

export type LotFilter = {
  variant?: string | undefined
  state?: readonly LotState[] | undefined
  expiry?: (typeof lotExpiries)[number] | undefined
  empty: 'with' | 'without'
  q?: string | undefined
  ids?: readonly string[] | undefined
  sort: Sort<'expiresOn' | 'code' | 'sku'>
}

type LotRow = Omit<Lot, 'onHand'> & {
  quanta: string
  qtyScale: number
  expiresBy: string
  skuKey: string
}

/** The stock of lot `l` in sight. */
const stockOf = (platformId: string, { warehouses, warehouse }: LotScope) => sql`
  from tenant.stock_buckets b
  where b.platform_id = ${platformId} and b.lot_id = l.lot_id and b.on_hand > 0
    and (${warehouses}::uuid[] is null or b.warehouse_id = any (${warehouses}::uuid[]))
    and (${warehouse ?? null}::uuid is null or b.warehouse_id = ${warehouse ?? null}::uuid)`

const lots = (db: Db, platformId: string, sight: LotScope) =>
  db
    .selectFrom('tenant.lots as l')
    .innerJoin('tenant.variants as v', (join) =>
      join.onRef('v.platformId', '=', 'l.platformId').onRef('v.variantId', '=', 'l.variantId'),
    )
    .innerJoin('tenant.products as p', (join) =>
      join.onRef('p.platformId', '=', 'v.platformId').onRef('p.productId', '=', 'v.productId'),
    )
    .where('l.platformId', '=', platformId)
    .select([
      'l.lotId as id',
      'l.variantId',
      'l.code',
      'l.supplierLot',
      'l.manufacturedOn',
      'l.expiresOn',
      'l.receivedOn',
      'l.version',
      'l.expiresBy',
      'v.sku',
      'v.skuKey',
      'v.unit',
      'v.qtyScale',
      sql<LotState>`l.state`.as('state'),
      itemName.as('name'),
      sql<number | null>`l.expires_on - ${sight.day}::date`.as('daysLeft'),
      sql<string>`(select coalesce(sum(b.on_hand), 0)::text ${stockOf(platformId, sight)})`.as(
        'quanta',
      ),
      sql<number>`(select count(distinct b.location_id)::int ${stockOf(platformId, sight)})`.as(
        'locations',
      ),
    ])

const lotOf = ({ quanta, qtyScale, expiresBy: _, skuKey: __, ...row }: LotRow): Lot => ({
  ...row,
  onHand: fromQuanta(quanta, qtyScale),
})

export async function findLot(
  db: Db,
  platformId: string,
  sight: LotScope,
  lotId: string,
): Promise<Lot | undefined> {
  const row = await lots(db, platformId, sight).where('l.lotId', '=', lotId).executeTakeFirst()
  return row && lotOf(row)
}

/** Lots of a platform; `q` is a part of the lot or supplier lot, or words of the item. */
export async function listLots(
  db: Db,
  platformId: string,
  sight: LotScope,
  { variant, state, expiry, empty, q, ids, sort }: LotFilter,
  page: PageRequest,
): Promise<Page<Lot>> {
  const items = await itemsWith(db, q)
  const found = await readPage(
    db,
    lots(db, platformId, sight)
      .$if(variant !== undefined, (some) => some.where('l.variantId', '=', variant ?? ''))
      .$if(state !== undefined, (some) => some.where('l.state', 'in', [...(state ?? [])]))
      .$if(ids !== undefined, (some) => some.where('l.lotId', 'in', [...(ids ?? [])]))
      .$if(expiry === 'expired', (some) =>
        some.where(sql<boolean>`l.expires_by < ${sight.day}::date`),
      )
      .$if(expiry !== undefined && expiry !== 'expired', (some) =>
        some.where(
          sql<boolean>`l.expires_by between ${sight.day}::date and ${sight.day}::date + ${Number(expiry)}::int`,
        ),
      )
      .$if(empty === 'without', (some) =>
        some.where(sql<boolean>`exists (select ${stockOf(platformId, sight)})`),
      )
      .$if(!!q, (some) =>
        some.where((row) =>
          row.or([
            containsFolded(sql.ref('l.code'), q ?? ''),
            containsFolded(sql.ref('l.supplier_lot'), q ?? ''),
            items ?? sql<boolean>`false`,
          ]),
        ),
      ),
    orderOf(sort, {
      expiresOn: [
        { column: 'l.expires_by', kind: 'day', of: (row) => row.expiresBy },
        { column: 'l.lot_id', kind: 'uuid', of: (row) => row.id },
      ],
      code: [
        { column: 'l.code', kind: 'text', of: (row) => row.code },
        { column: 'l.lot_id', kind: 'uuid', of: (row) => row.id },
      ],
      sku: [
        { column: 'v.sku_key', kind: 'text', of: (row) => row.skuKey },
        { column: 'l.lot_id', kind: 'uuid', of: (row) => row.id },
      ],
    }),
    page,
  )
  return { ...found, items: found.items.map(lotOf) }
}

/** Returns who put a lot on hold or recalled it last, and why. */
export async function findStop(
  db: Db,
  platformId: string,
  lotId: string,
): Promise<{ at: string; by: string | null; reason: string | null } | null> {
  const { rows } = await sql<{ at: Date; by: string | null; reason: string | null }>`
    select e.occurred_at as at, e.payload ->> 'reason' as reason,
      ${nameOfMember(platformId, sql`(e.payload -> 'actor' ->> 'id')::uuid`)} as by
    from tenant.tenant_events e
    where e.platform_id = ${platformId} and e.subject_type = 'lot' and e.subject_id = ${lotId}
      and e.type in ('lot.held', 'lot.recalled') and not e.payload ? 'again'
    order by e.event_no desc limit 1`.execute(db)
  const [stop] = rows
  return stop ? { ...stop, at: stop.at.toISOString() } : null
}

/** Today in a warehouse, or in UTC where it is about several or the warehouse is unknown. */
export async function findDay(
  db: Db,
  platformId: string,
  warehouse: string | undefined,
  at: Date,
): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${at}::timestamptz at time zone coalesce((
      select timezone from tenant.warehouses
      where platform_id = ${platformId} and warehouse_id = ${warehouse ?? null}::uuid), 'UTC'))::date::text as day`.execute(
    db,
  )
  return rows[0]?.day ?? at.toISOString().slice(0, 10)
}

/** Saves these values; false when the lot was of another version. */
export async function saveLot(
  tx: Tx,
  platformId: string,
  { id, version }: { id: string; version: number },
  values: Updateable<Tables['tenant.lots']>,
): Promise<boolean> {
  const saved = await tx
    .updateTable('tenant.lots')
    .set({ ...values, version: version + 1 })
    .where('platformId', '=', platformId)
    .where('lotId', '=', id)
    .where('version', '=', version)
    .returning('lotId')
    .executeTakeFirst()
  return saved !== undefined
}
