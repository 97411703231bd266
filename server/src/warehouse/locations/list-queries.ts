import { foldKey } from '@stowage/contract/folding'
import type { Sort } from '@stowage/contract/lists'
import { sql } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db } from '../../database/connect.ts'
import { contains } from '../../database/like.ts'
import { type Key, type PageRequest, readPage, orderOf } from '../../database/pages.ts'
import { mostNamed, type Use, type UseSource } from '../../workspace/documents/use-queries.ts'
import { locationColumns, locationOf } from './queries.ts'

/** Locations of zones that are still in use, in walking order. */
export const locationsOfZones: UseSource = async (db, { platform }, ids) => {
  const { rows } = await sql<{ use: Use }>`
    select jsonb_build_object('type', 'location', 'id', location_id, 'code', code) as use
    from tenant.locations
    where platform_id = ${platform.id} and zone_id = any (${ids}::uuid[]) and status <> 'archived'
    order by pick_sequence, code_key limit ${mostNamed}`.execute(db)
  return rows.map(({ use }) => use)
}

type LocationFilter = {
  warehouse?: string | undefined
  zone?: string | undefined
  status?: readonly string[] | undefined
  kind?: readonly string[] | undefined
  contents?: 'empty' | 'mixed' | 'any' | undefined
  q?: string | undefined
  ids?: readonly string[] | undefined
  updatedFrom?: string | undefined
  sort: Sort<'sequence' | 'code' | 'updatedAt'>
}

const byWarehouse: Key<{ warehouseId: string }> = {
  column: 'l.warehouse_id',
  kind: 'uuid',
  of: (row) => row.warehouseId,
}

const byCode: Key<{ codeKey: string }> = {
  column: 'l.code_key',
  kind: 'text',
  of: (row) => row.codeKey,
}

/** Locations, each with the number of different items in it. */
export async function listLocations(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
  { warehouse, zone, status, kind, contents, q, ids, updatedFrom, sort }: LocationFilter,
  page: PageRequest,
) {
  const skus = sql<number>`(
    select count(distinct b.variant_id)::int from tenant.stock_buckets b
    where b.platform_id = l.platform_id and b.location_id = l.location_id and b.on_hand > 0)`
  const query = db
    .selectFrom('tenant.locations as l')
    .leftJoin('tenant.zones as z', (join) =>
      join.onRef('z.platformId', '=', 'l.platformId').onRef('z.zoneId', '=', 'l.zoneId'),
    )
    .select(locationColumns.map((column) => `l.${column}` as const))
    .select(['l.codeKey', 'z.code as zoneCode', skus.as('skus')])
    .where('l.platformId', '=', platformId)
    .$if(scope !== null, (some) => some.where('l.warehouseId', 'in', [...(scope ?? [])]))
    .$if(warehouse !== undefined, (some) => some.where('l.warehouseId', '=', warehouse ?? ''))
    .$if(zone !== undefined, (some) => some.where('l.zoneId', '=', zone ?? ''))
    .$if(status !== undefined, (some) => some.where('l.status', 'in', [...(status ?? [])] as never))
    .$if(kind !== undefined, (some) => some.where('l.kind', 'in', [...(kind ?? [])] as never))
    .$if(ids !== undefined, (some) =>
      some.where(sql<boolean>`l.location_id = any (${ids}::uuid[])`),
    )
    .$if(updatedFrom !== undefined, (some) =>
      some.where('l.updatedAt', '>=', new Date(updatedFrom ?? '')),
    )
    .$if(contents === 'empty', (some) => some.where(skus, '=', 0))
    .$if(contents === 'any', (some) => some.where(skus, '>', 0))
    .$if(contents === 'mixed', (some) => some.where(skus, '>', 1))
    .$if(!!q, (some) => some.where('l.codeKey', 'like', contains(foldKey(q ?? ''))))
  const found = await readPage(
    db,
    query,
    orderOf(sort, {
      // Each warehouse is walked by itself; by their codes all of them stand together.
      sequence: [
        byWarehouse,
        { column: 'l.pick_sequence', kind: 'int', of: (row) => String(row.pickSequence) },
        byCode,
      ],
      code: [byCode, byWarehouse],
      updatedAt: [
        { column: 'l.updated_at', kind: 'moment' },
        { column: 'l.location_id', kind: 'uuid', of: (row) => row.id },
      ],
    }),
    page,
  )
  return {
    ...found,
    items: found.items.map(({ codeKey: _, ...row }) => locationOf(row)),
  }
}
