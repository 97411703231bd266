import type { ListedVariant } from '@stowage/contract/warehouse/catalog'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { variantOf, variantRows, type Sight } from './queries.ts'
import { searchTerms } from './rules.ts'

export type VariantFilter = {
  q?: string | undefined
  sku?: string | undefined
  state?: readonly ('active' | 'archived')[] | undefined
  category?: string | undefined
  stock?: 'out' | 'low' | 'backordered' | 'no_barcode' | undefined
  ids?: readonly string[] | undefined
}

/** Variants by SKU, with what the warehouses in sight have of each. */
export async function listVariants(
  db: Db,
  platformId: string,
  { warehouses, ...sight }: Sight & { warehouses: readonly string[] | null },
  { q, sku, state, category, stock, ids }: VariantFilter,
  page: PageRequest,
): Promise<Page<ListedVariant>> {
  const terms = q === undefined ? undefined : searchTerms(q)
  const sums = sql<{ onHand: string; reserved: string; unavailable: string; backordered: string }>`
    lateral (
      select coalesce(sum(l.on_hand), 0)::bigint as on_hand,
        coalesce(sum(l.reserved), 0)::bigint as reserved,
        coalesce(sum(l.unavailable), 0)::bigint as unavailable,
        coalesce(sum(l.backordered), 0)::bigint as backordered
      from tenant.stock_levels l
      join tenant.warehouses w on w.platform_id = l.platform_id and w.warehouse_id = l.warehouse_id
        and w.kind = 'site'
      where l.platform_id = v.platform_id and l.variant_id = v.variant_id
        and (${warehouses}::uuid[] is null or l.warehouse_id = any (${warehouses}::uuid[])))`
  const query = variantRows(db, platformId)
    .innerJoin(sums.as('s'), (join) => join.onTrue())
    .select(['s.onHand', 's.reserved', 's.unavailable', 's.backordered'])
    .$if(state !== undefined, (some) => some.where('v.state', 'in', [...(state ?? [])]))
    .$if(sku !== undefined, (some) => some.where('v.skuKey', '=', (sku ?? '').toLowerCase()))
    .$if(ids !== undefined, (some) => some.where(sql<boolean>`v.variant_id = any (${ids}::uuid[])`))
    .$if(category !== undefined, (some) => some.where('p.categoryId', '=', category ?? ''))
    .$if(terms !== undefined, (some) =>
      some.where(sql<boolean>`v.search @@ ${terms ?? ''}::tsquery`),
    )
    // Something was typed, and nothing of it is a word.
    .$if(!!q && terms === undefined, (some) => some.where(sql<boolean>`false`))
    .$if(stock === 'out', (some) => some.where(sql<boolean>`s.on_hand = 0`))
    .$if(stock === 'low', (some) =>
      some.where(sql<boolean>`s.on_hand - s.unavailable - s.reserved < v.reorder_point`),
    )
    .$if(stock === 'backordered', (some) => some.where(sql<boolean>`s.backordered > 0`))
    .$if(stock === 'no_barcode', (some) =>
      some.where(
        sql<boolean>`not exists (select from tenant.barcodes b
          where b.platform_id = v.platform_id and b.variant_id = v.variant_id)`,
      ),
    )
  const found = await readPage(
    db,
    query,
    [{ column: 'v.sku_key', kind: 'text', of: (row) => row.skuKey }],
    page,
  )
  return {
    ...found,
    items: found.items.map(({ onHand, reserved, unavailable, backordered, ...row }) => {
      const shown = (quanta: bigint | string) => fromQuanta(quanta, row.qtyScale)
      return {
        ...variantOf(row, sight),
        onHand: shown(onHand),
        reserved: shown(reserved),
        backordered: shown(backordered),
        available: shown(BigInt(onHand) - BigInt(unavailable) - BigInt(reserved)),
      }
    }),
  }
}
