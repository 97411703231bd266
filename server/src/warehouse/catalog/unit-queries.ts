import type { UsedUnit } from '@stowage/contract/warehouse/catalog'
import { sql } from 'kysely'
import { prepareByKeys } from '../../database/by-keys.ts'
import type { Db } from '../../database/connect.ts'

/** So many units are told of, and up to so many items counted of each. */
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
