import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import type { ActorInScope } from '../../http/actor.ts'

/** A warehouse with what it has free of a variant, in quanta; without a variant it has none of them. */
export type SourceRow = {
  warehouseId: string
  code: string
  country: string
  region: string
  variantId: string | null
  free: string | null
  unavailable: string | null
}

/**
 * Warehouses orders may ship from, with what they have free of these variants: those of `warehouseIds` in
 * their order, or without any every warehouse that sells, by rank and code. Only those in the member's
 * scope.
 */
export async function listSources(
  db: Db,
  { platform, warehouses }: Pick<ActorInScope, 'platform' | 'warehouses'>,
  warehouseIds: readonly string[],
  variantIds: readonly string[],
): Promise<SourceRow[]> {
  return readSources(
    db,
    platform.id,
    JSON.stringify(warehouseIds),
    warehouses && JSON.stringify(warehouses),
    JSON.stringify(variantIds),
  )
}

const readSources = prepare(
  (
    _: Db,
    platformId: string,
    warehouseIds: string,
    scope: string | null,
    variantIds: string,
  ) => sql<SourceRow>`
    with site as (
      select w.warehouse_id, w.code, w.code_key, w.rank, w.address
      from tenant.warehouses w
      where w.platform_id = ${platformId} and w.kind = 'site' and w.state = 'active' and w.is_sellable
        and (jsonb_array_length(${warehouseIds}::jsonb) = 0
          or ${warehouseIds}::jsonb ? w.warehouse_id::text)
        and (${scope}::jsonb is null or ${scope}::jsonb ? w.warehouse_id::text)
    )
    select s.warehouse_id as "warehouseId", s.code, coalesce(s.address ->> 'country', '') as country,
      coalesce(s.address ->> 'region', '') as region, l.variant_id as "variantId",
      (l.on_hand - l.unavailable - l.reserved)::text as free, l.unavailable::text as unavailable
    from site s
    left join jsonb_array_elements_text(${variantIds}::jsonb) as v (id) on true
    left join tenant.stock_levels l on l.platform_id = ${platformId}
      and l.warehouse_id = s.warehouse_id and l.variant_id = v.id::uuid
    order by
      (select o.n from jsonb_array_elements_text(${warehouseIds}::jsonb) with ordinality as o (id, n)
       where o.id = s.warehouse_id::text),
      s.rank, s.code_key`,
)
