import { foldKey } from '@stowage/contract/folding'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import { gtin14Of, type Unit } from './rules.ts'

/** An item as a line of a document names it. */
export type ItemChoice = {
  variantId?: string | undefined
  sku?: string | undefined
  barcode?: string | undefined
}

export type Item = {
  variantId: string
  sku: string
  name: string
  unit: string
  qtyScale: number
  tracking: 'none' | 'lot' | 'serial'
  state: 'active' | 'archived'
  kind: 'stocked' | 'service' | 'virtual_kit'
  /** Days it must keep when it comes. */
  minRemainingDays: number | null
  units: Unit[]
  /** The unit its barcode stands for; null is one base unit. */
  scanned: string | null
}

type Row = Item & { ordinal: number }

/**
 * The items these choices name, in their order, undefined for one that names none. A barcode is found
 * in any length its number can be written in. One query, however many there are. They stay as they are
 * until commit, against archiving.
 */
export async function findItems(
  db: Db,
  platformId: string,
  choices: readonly ItemChoice[],
): Promise<(Item | undefined)[]> {
  const ids = choices.flatMap(({ variantId }) => variantId?.toLowerCase() ?? [])
  if (ids.length === choices.length) {
    const rows = await findByIds(db, platformId, JSON.stringify(ids))
    const byId = new Map(rows.map((row) => [row.variantId, row]))
    return ids.map((id) => byId.get(id))
  }
  const given = choices.map(({ variantId, sku, barcode }, i) => ({
    ordinal: i,
    variantId: variantId ?? null,
    sku: sku === undefined ? null : foldKey(sku),
    barcode: barcode ?? null,
    gtin14: barcode === undefined ? null : gtin14Of(barcode),
  }))
  const rows = await findGiven(db, platformId, JSON.stringify(given))
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
  return choices.map((_, i) => byOrdinal.get(i))
}

/** Each item is looked up by its key: nobody knows beforehand how few a document names. */
const itemOf = (platformId: string, variantId: RawBuilder<string>) => sql`
    select v.variant_id as "variantId", v.sku, v.unit, v.qty_scale as "qtyScale", v.tracking,
      v.state, p.kind, p.min_remaining_days_receive as "minRemainingDays", concat_ws(' ', p.name, nullif(v.name, '')) as name,
      coalesce((
        select jsonb_agg(jsonb_build_object('code', u.code, 'numerator', u.numerator::text,
          'denominator', u.denominator::text))
        from tenant.variant_units u
        where u.platform_id = v.platform_id and u.variant_id = v.variant_id), '[]') as units
    from (
      select * from tenant.variants
      where platform_id = ${platformId} and variant_id = ${variantId}
      for key share) v
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    offset 0`

/** Most documents name all their items by id: so much less to prepare that it shows. */
const findByIds = prepare(
  // Not an array: of one the database sees how long it is, and would plan anew each time.
  (_: Db, platformId: string, ids: string) => sql<Item>`
    select v.*, null as scanned
    from jsonb_array_elements_text(${ids}::jsonb) as given (id)
    cross join lateral (${itemOf(platformId, sql`given.id::uuid`)}) v`,
)

const findGiven = prepare(
  (_: Db, platformId: string, given: string) => sql<Row>`
    with given as (
      select * from jsonb_to_recordset(${given}::jsonb)
        as g(ordinal int, "variantId" uuid, sku text, barcode text, gtin14 text)
    ), found as (
      select ordinal, "variantId" as variant_id, null as unit from given
      where "variantId" is not null
      union all
      select g.ordinal, v.variant_id, null from given g
      cross join lateral (
        select v.variant_id from tenant.variants v
        where v.platform_id = ${platformId} and v.sku_key = g.sku offset 0) v
      where g.sku is not null
      union all
      select g.ordinal, b.variant_id, b.unit from given g
      cross join lateral (
        select b.variant_id, b.unit from tenant.barcodes b
        where b.platform_id = ${platformId} and b.code = g.barcode offset 0) b
      where g.barcode is not null
      union all
      select g.ordinal, b.variant_id, b.unit from given g
      cross join lateral (
        select b.variant_id, b.unit from tenant.barcodes b
        where b.platform_id = ${platformId} and b.gtin14 = g.gtin14 and b.code <> g.barcode
        offset 0) b
      where g.gtin14 is not null
    )
    select f.ordinal, f.unit as scanned, v.*
    from found f
    cross join lateral (${itemOf(platformId, sql`f.variant_id`)}) v`,
)
