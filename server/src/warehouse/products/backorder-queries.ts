import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'

type Page = { after: string | undefined; most: number }

/**
 * Gives the next variants without a backorder rule of their own the default of the workspace. Returns the last of them,
 * or undefined after all, and those whose levels still have another limit.
 */
export async function followDefaultLimit(tx: Tx, platformId: string, { after, most }: Page) {
  const { rows } = await sql<{ last: string | null; behind: string[] | null }>`
    with page as (
      select variant_id from tenant.variants
      where platform_id = ${platformId} and backorder = 'inherit'
        and variant_id > coalesce(${after ?? null}::uuid, '00000000-0000-0000-0000-000000000000')
      order by variant_id
      limit ${most}),
    changed as (
      update tenant.variants v
      set backorder_limit = s.default_backorder_limit
      from tenant.warehouse_settings s
      where s.platform_id = ${platformId} and v.platform_id = ${platformId}
        and v.variant_id in (select variant_id from page)
        and v.backorder = 'inherit'
        and v.backorder_limit is distinct from s.default_backorder_limit)
    select
      (select max(variant_id::text) from page) as last,
      (select array_agg(distinct l.variant_id)
       from page p
       join tenant.stock_levels l
         on l.platform_id = ${platformId} and l.variant_id = p.variant_id
       join tenant.warehouse_settings s on s.platform_id = ${platformId}
       where l.backorder_limit is distinct from s.default_backorder_limit) as behind`.execute(tx)
  const [row] = rows
  return { last: row?.last ?? undefined, behind: row?.behind ?? [] }
}

/** Gives the levels of a variant its limit, unless it has a rule of its own by now. */
export async function setInheritedLimit(
  tx: Tx,
  platformId: string,
  variantId: string,
): Promise<void> {
  await sql`
    select stock.set_limit(${platformId}, v.variant_id, v.backorder_limit)
    from (
      select variant_id, backorder_limit from tenant.variants
      where platform_id = ${platformId} and variant_id = ${variantId} and backorder = 'inherit'
      for share) v`.execute(tx)
}
