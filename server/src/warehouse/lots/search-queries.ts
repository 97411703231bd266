import { sql, type RawBuilder } from 'kysely'
import type { ExactCode, SearchSource } from '../../workspace/search/source-queries.ts'

const actions: SearchSource['actions'] = [
  ['open', 'stock.read'],
  ['move', 'stock.move'],
  ['adjust', 'stock.adjust.create'],
]

/**
 * Returns the query for lots or serial numbers with this code, at most two: with two, a scan has to say
 * which.
 */
const named =
  (table: 'lots' | 'serials', id: 'lot_id' | 'serial_id') =>
  ({ platformId, code }: ExactCode): RawBuilder<unknown> =>
    sql`
    select 1, o.id, o.code, concat_ws(' ', p.name, nullif(v.name, '')), v.variant_id, v.sku, v.unit,
      null::uuid, null::text
    from (
      select ${sql.ref(id)} as id, code, variant_id from ${sql.table(`tenant.${table}`)}
      where platform_id = ${platformId} and code = ${code} limit 2) o
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = o.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id`

export const serialSource: SearchSource = {
  actions,
  inSearch: 'item',
  exact: named('serials', 'serial_id'),

  async ofItem(db, platformId, variantId, code) {
    const row = await db
      .selectFrom('tenant.serials')
      .select('serialId as id')
      .where('platformId', '=', platformId)
      .where('variantId', '=', variantId)
      .where('code', '=', code)
      .executeTakeFirst()
    return row?.id
  },
}

export const lotSource: SearchSource = {
  actions,
  inSearch: 'item',
  exact: named('lots', 'lot_id'),

  async ofItem(db, platformId, variantId, code) {
    const row = await db
      .selectFrom('tenant.lots')
      .select('lotId as id')
      .where('platformId', '=', platformId)
      .where('variantId', '=', variantId)
      .where('code', '=', code)
      .executeTakeFirst()
    return row?.id
  },
}
