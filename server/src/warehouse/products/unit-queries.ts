import { foldKey } from '@stowage/contract/folding'
import type { UsedUnit } from '@stowage/contract/warehouse/product-units'
import { sql } from 'kysely'
import { prepareByKeys } from '../../database/by-keys.ts'
import type { Tx, Db } from '../../database/connect.ts'

type NewUnitRow = {
  variantId: string
  code: string
  numerator: string
  denominator: string
}

/** Gives variants units; one they have is changed. */
export async function insertUnits(
  tx: Tx,
  platformId: string,
  rows: readonly NewUnitRow[],
): Promise<void> {
  if (rows.length === 0) return
  const keyed = rows.map((row) => ({ ...row, codeKey: foldKey(row.code) }))
  await sql`
    insert into tenant.variant_units
      (platform_id, variant_id, code, code_key, numerator, denominator)
    select ${platformId}, r."variantId", r.code, r."codeKey", r.numerator, r.denominator
    from jsonb_to_recordset(${JSON.stringify(keyed)}::jsonb)
      as r("variantId" uuid, code text, "codeKey" text, numerator bigint, denominator bigint)
    on conflict on constraint variant_units_code_key
    do update set code = excluded.code, numerator = excluded.numerator, denominator = excluded.denominator`.execute(
    tx,
  )
}

/** The packs a variant comes in. */
export const listPacks = (db: Db, platformId: string, variantId: string) =>
  db
    .selectFrom('tenant.variantUnits')
    .select('code')
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .execute()

/** Removes units without one of these keys; the database keeps those a barcode stands for. */
export async function deleteOtherUnits(
  tx: Tx,
  platformId: string,
  variantId: string,
  kept: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('tenant.variantUnits')
    .where('platformId', '=', platformId)
    .where('variantId', '=', variantId)
    .$if(kept.length > 0, (query) => query.where('codeKey', 'not in', [...kept]))
    .execute()
}

/** Maximum units listed. `mostCounted` is the maximum items counted for each. */
const mostUnits = 200

const mostCounted = 10_000

/** The units that items are counted in or come in packs of, by name. */
export async function listUnits(
  db: Db,
  platformId: string,
): Promise<{ items: UsedUnit[]; capped: boolean }> {
  const rows = await unitRows(db, platformId)
  const items = rows.slice(0, mostUnits).map(({ code, asBase, asPack }) => ({
    code,
    asBase: Math.min(asBase, mostCounted),
    asPack: Math.min(asPack, mostCounted),
    capped: asBase > mostCounted || asPack > mostCounted,
  }))
  return { items, capped: rows.length > mostUnits }
}

type Row = { code: string; asBase: number; asPack: number }

/** From one name to the next by the index, however many items there are between them. */
const unitRows = prepareByKeys((_: Db, platformId: string) => {
  const [units, each] = [sql.lit(mostUnits + 1), sql.lit(mostCounted + 1)]
  return sql<Row>`
    with recursive base (code, nth) as (
      (select v.unit, 1 from tenant.variants v where v.platform_id = ${platformId}
       order by v.unit limit 1)
      union all
      select next.unit, b.nth + 1 from base b
      cross join lateral (
        select v.unit from tenant.variants v
        where v.platform_id = ${platformId} and v.unit > b.code order by v.unit limit 1) next
      where b.nth < ${units}
    ), packs (code, nth) as (
      (select u.code, 1 from tenant.variant_units u where u.platform_id = ${platformId}
       order by u.code limit 1)
      union all
      select next.code, p.nth + 1 from packs p
      cross join lateral (
        select u.code from tenant.variant_units u
        where u.platform_id = ${platformId} and u.code > p.code order by u.code limit 1) next
      where p.nth < ${units}
    ), used as (
      select code from base union select code from packs order by code limit ${units}
    )
    select used.code,
      (select count(*)::int from (
        select from tenant.variants v
        where v.platform_id = ${platformId} and v.unit = used.code limit ${each}) counted)
        as "asBase",
      (select count(*)::int from (
        select from tenant.variant_units u
        where u.platform_id = ${platformId} and u.code = used.code limit ${each}) counted)
        as "asPack"
    from used order by used.code`
})
