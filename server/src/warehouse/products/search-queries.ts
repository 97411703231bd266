import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { enough, type Hit, type SearchSource } from '../../workspace/search/source-queries.ts'
import { searchTerms } from './rules.ts'

const name = sql`concat_ws(' ', p.name, nullif(v.name, ''))`

/** Items by their barcodes, the numbers in them, and their SKUs. */
export const variantSource: SearchSource = {
  actions: [
    ['open', 'catalog.product.read'],
    ['receive', 'receipt.create'],
    ['move', 'stock.move'],
    ['adjust', 'stock.adjust.create'],
  ],
  page: 'catalog',
  inSearch: 'itself',

  exact: ({ platformId, code, gtin, key }) => sql`
    select f.rank, v.variant_id, v.sku, ${name}, v.variant_id, v.sku, coalesce(f.unit, v.unit),
      null::uuid, null::text
    from (
      select 1 as rank, b.variant_id, b.unit
      from tenant.barcodes b where b.platform_id = ${platformId} and b.code = ${code}
      union all
      select 2, b.variant_id, b.unit
      from tenant.barcodes b where b.platform_id = ${platformId} and b.gtin14 = ${gtin}
      union all
      select 3, s.variant_id, null
      from tenant.variants s where s.platform_id = ${platformId} and s.sku_key = ${key}
    ) f
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = f.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id`,

  prefixed: ({ platformId, key, keyEnd, code, codeEnd }) => sql`
    select v.variant_id, v.sku, v.variant_id, null::uuid, ${name}
    from (
      (select s.variant_id from tenant.variants s
       where s.platform_id = ${platformId} and s.sku_key >= ${key} and s.sku_key < ${keyEnd}
       order by s.sku_key limit ${sql.lit(enough)})
      union
      (select b.variant_id from tenant.barcodes b
       where b.platform_id = ${platformId} and b.code >= ${code} and b.code < ${codeEnd}
       order by b.code limit ${sql.lit(enough)})
    ) f
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = f.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    order by v.sku_key limit ${sql.lit(enough)}`,

  worded: findByWords,
}

/** Words this short or made of digits alone begin too many others to be looked for in names. */
const shortest = 2

/** Items with words that begin like these, in no order: the text index finds all of them at once. */
async function findByWords(db: Db, platformId: string, key: string): Promise<Hit[]> {
  const terms = /^\d+$/.test(key) || key.length < shortest ? undefined : searchTerms(key)
  if (terms === undefined) return []
  const { rows } = await sql<Hit>`
    select 'variant' as kind, v.variant_id::text as id, v.sku as label, v.variant_id as "variantId",
      null as "warehouseId", ${name} as name
    from authz.find_variants(${terms}, ${enough}) f(variant_id)
    join tenant.variants v on v.platform_id = ${platformId} and v.variant_id = f.variant_id
    join tenant.products p on p.platform_id = v.platform_id and p.product_id = v.product_id
    order by v.sku_key`.execute(db)
  return rows
}
