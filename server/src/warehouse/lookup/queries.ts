import { foldKey } from '@stowage/contract/folding'
import type { ScanKind, SearchHit } from '@stowage/contract/warehouse/lookup'
import { sql } from 'kysely'
import { prepareByKeys } from '../../database/by-keys.ts'
import type { Db } from '../../database/connect.ts'
import { gtin14Of } from '../catalog/rules.ts'

export type FoundRow = {
  kind: Exclude<ScanKind, 'command' | 'unknown'>
  id: string
  label: string
  name: string
  variantId: string | null
  sku: string | null
  unit: string | null
  warehouseId: string | null
  /** The code of that warehouse. */
  warehouse: string | null
}

type Wanted = {
  code: string
  /** Null for all kinds. */
  among: readonly ScanKind[] | null
  /** Of locations with the same code, those of this warehouse come first. */
  warehouseId: string | null
}

/**
 * What has exactly this code, most likely first: one look into an index for each kind of thing. Of
 * places and documents only those in sight are found.
 */
export function findByCode(
  db: Db,
  platformId: string,
  scope: readonly string[] | null,
  { code, among, warehouseId }: Wanted,
): Promise<FoundRow[]> {
  return rowsByCode(db, {
    platformId,
    scope,
    code,
    among,
    warehouseId,
    gtin: gtin14Of(code),
    key: foldKey(code),
    number: code.toUpperCase(),
    uuid: uuidIn(code),
  })
}

/** How many locations of one code are named, one a warehouse. */
const mostPlaces = 10

type Asked = Wanted & {
  platformId: string
  scope: readonly string[] | null
  gtin: string | null
  key: string
  /** As the number of a document. */
  number: string
  uuid: string | null
}

const rowsByCode = prepareByKeys((_: Db, asked: Asked) => {
  const { platformId, scope, code, gtin, key, number, uuid, among, warehouseId } = asked
  const inSight = (column: string) =>
    sql<boolean>`(${scope}::uuid[] is null or ${sql.ref(column)} = any (${scope}::uuid[]))`
  const wanted = (kind: ScanKind) =>
    sql<boolean>`(${among}::text[] is null or ${kind} = any (${among}::text[]))`
  return sql<FoundRow>`
    with found as (
      (select 1 as rank, 'variant' as kind, b.variant_id::text as id, b.variant_id, b.unit,
         null::uuid as warehouse_id, null as label
       from tenant.barcodes b where b.platform_id = ${platformId} and b.code = ${code}
         and ${wanted('variant')})
      union all
      (select 2, 'variant', b.variant_id::text, b.variant_id, b.unit, null, null
       from tenant.barcodes b where b.platform_id = ${platformId} and b.gtin14 = ${gtin}
         and ${wanted('variant')})
      union all
      (select 3, 'variant', v.variant_id::text, v.variant_id, null, null, null
       from tenant.variants v where v.platform_id = ${platformId} and v.sku_key = ${key}
         and ${wanted('variant')})
      union all
      (select 4, 'location', l.location_id::text, null, null, l.warehouse_id, l.code
       from tenant.locations l where l.platform_id = ${platformId} and l.barcode = ${code}
         and ${wanted('location')} and ${inSight('l.warehouse_id')})
      union all
      (select case when l.warehouse_id = ${warehouseId}::uuid then 5 else 6 end, 'location',
         l.location_id::text, null, null, l.warehouse_id, l.code
       from tenant.warehouses w
       join tenant.locations l on l.platform_id = w.platform_id and l.warehouse_id = w.warehouse_id
         and l.code_key = ${key}
       where w.platform_id = ${platformId} and w.kind = 'site' and ${wanted('location')}
         and ${inSight('w.warehouse_id')}
       order by 1, w.rank, w.code limit ${sql.lit(mostPlaces)})
      union all
      (select 7, 'container', c.container_id::text, null, null, null, c.code
       from tenant.containers c where c.platform_id = ${platformId} and c.code = ${code}
         and ${wanted('container')})
      union all
      (select 8, 'receipt', r.receipt_id::text, null, null, r.warehouse_id, r.number
       from tenant.receipts r where r.platform_id = ${platformId} and r.number = ${number}
         and ${wanted('receipt')} and ${inSight('r.warehouse_id')})
      union all
      (select 8, 'receipt', r.receipt_id::text, null, null, r.warehouse_id, r.number
       from tenant.receipts r where r.platform_id = ${platformId}
         and r.receipt_id = ${uuid}::uuid
         and ${wanted('receipt')} and ${inSight('r.warehouse_id')})
      union all
      (select 9, 'adjustment', a.adjustment_id::text, null, null, a.warehouse_id, a.number
       from tenant.adjustments a where a.platform_id = ${platformId} and a.number = ${number}
         and ${wanted('adjustment')} and ${inSight('a.warehouse_id')})
      union all
      (select 10, 'serial', s.serial_id::text, s.variant_id, null, null, s.code
       from tenant.serials s where s.platform_id = ${platformId} and s.code = ${code}
         and ${wanted('serial')} limit 2)
      union all
      (select 11, 'lot', o.lot_id::text, o.variant_id, null, null, o.code
       from tenant.lots o where o.platform_id = ${platformId} and o.code = ${code}
         and ${wanted('lot')} limit 2)
      union all
      (select 12, 'member', m.id::text, null, null, null, m.email
       from tenant.members m where m.platform_id = ${platformId} and m.id = ${uuid}::uuid
         and ${wanted('member')})
    )
    select f.kind, f.id, coalesce(f.label, v.sku) as label, f.variant_id as "variantId", v.sku,
      coalesce(f.unit, v.unit) as unit, f.warehouse_id as "warehouseId", w.code as warehouse,
      coalesce(concat_ws(' ', p.name, nullif(v.name, '')), '') as name
    from found f
    left join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = f.variant_id
    left join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    left join tenant.warehouses w
      on w.platform_id = ${platformId} and w.warehouse_id = f.warehouse_id
    order by f.rank, f.id limit 20`
})

const uuidIn = (code: string) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code) ? code : null

/** The lot or the serial number of an item that a code names beside it. */
export async function findLotAndSerial(
  db: Db,
  platformId: string,
  variantId: string,
  { lot, serial }: { lot: string | null; serial: string | null },
): Promise<{ lotId: string | null; serialId: string | null }> {
  const { rows } = await sql<{ lotId: string | null; serialId: string | null }>`
    select
      (select lot_id from tenant.lots where platform_id = ${platformId}
         and variant_id = ${variantId} and code = ${lot}) as "lotId",
      (select serial_id from tenant.serials where platform_id = ${platformId}
         and variant_id = ${variantId} and code = ${serial}) as "serialId"`.execute(db)
  return rows[0] ?? { lotId: null, serialId: null }
}

type Hit = Omit<SearchHit, 'exact'>
type Reach = { scope: readonly string[] | null; places: boolean; documents: boolean }
/** Items that a list of them stops at. */
export const enough = 20

/** Items and places whose code begins like this; each list stops where it is long enough. */
export function findByPrefix(
  db: Db,
  platformId: string,
  { scope, places, documents }: Reach,
  { typed, key }: { typed: string; key: string },
): Promise<Hit[]> {
  const number = typed.toUpperCase()
  return rowsByPrefix(db, {
    platformId,
    scope,
    places,
    documents,
    key,
    keyEnd: endOf(key),
    code: typed,
    codeEnd: endOf(typed),
    number,
    numberEnd: endOf(number),
  })
}

/** Behind every code that begins like this, in the order of the index. */
const endOf = (start: string) => `${start}\u{10ffff}`

type Prefix = Reach & {
  platformId: string
  key: string
  keyEnd: string
  code: string
  codeEnd: string
  number: string
  numberEnd: string
}

const rowsByPrefix = prepareByKeys((_: Db, prefix: Prefix) => {
  const { platformId, scope, places, documents, key, keyEnd, code, codeEnd } = prefix
  const { number, numberEnd } = prefix
  const many = sql.lit(enough)
  const inSight = (column: string) =>
    sql<boolean>`(${scope}::uuid[] is null or ${sql.ref(column)} = any (${scope}::uuid[]))`
  return sql<Hit>`
    with found as (
      (select v.variant_id from tenant.variants v
       where v.platform_id = ${platformId} and v.sku_key >= ${key} and v.sku_key < ${keyEnd}
       order by v.sku_key limit ${many})
      union
      (select b.variant_id from tenant.barcodes b
       where b.platform_id = ${platformId} and b.code >= ${code} and b.code < ${codeEnd}
       order by b.code limit ${many})
    )
    (select 'variant' as kind, v.variant_id::text as id, v.sku as label, v.variant_id as "variantId",
       null::uuid as "warehouseId", concat_ws(' ', p.name, nullif(v.name, '')) as name
     from found f
     join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = f.variant_id
     join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
     order by v.sku_key limit ${many})
    union all
    (select 'location', l.location_id::text, l.code, null, l.warehouse_id, w.code
     from tenant.warehouses w
     join lateral (
       select * from tenant.locations o
       where o.platform_id = w.platform_id and o.warehouse_id = w.warehouse_id
         and o.code_key >= ${key} and o.code_key < ${keyEnd} and o.status <> 'archived'
       order by o.code_key limit 8) l on true
     where w.platform_id = ${platformId} and w.kind = 'site' and ${places}::boolean
       and ${inSight('w.warehouse_id')} limit 8)
    union all
    (select 'receipt', r.receipt_id::text, r.number, null, r.warehouse_id, r.reference
     from tenant.receipts r
     where r.platform_id = ${platformId} and ${documents}::boolean
       and r.number >= ${number} and r.number < ${numberEnd}
       and ${inSight('r.warehouse_id')} order by r.number limit 5)
    union all
    (select 'adjustment', a.adjustment_id::text, a.number, null, a.warehouse_id, a.reason_code
     from tenant.adjustments a
     where a.platform_id = ${platformId} and ${documents}::boolean
       and a.number >= ${number} and a.number < ${numberEnd}
       and ${inSight('a.warehouse_id')} order by a.number limit 5)`
})

/** Items with words that begin like these, in no order: the text index finds all of them at once. */
export async function findByWords(db: Db, platformId: string, terms: string): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select 'variant' as kind, v.variant_id::text as id, v.sku as label, v.variant_id as "variantId",
      null as "warehouseId", concat_ws(' ', p.name, nullif(v.name, '')) as name
    from authz.find_variants(${terms}, ${enough}) f(variant_id)
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = f.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    order by v.sku_key`.execute(db)
  return rows
}
