import { foldKey } from '@stowage/contract/folding'
import type { ThingKind } from '@stowage/contract/scan-kinds'
import type { ScanKind } from '@stowage/contract/workspace/search'
import { sql } from 'kysely'
import { prepareByKeys } from '../../database/by-keys.ts'
import type { Db } from '../../database/connect.ts'
import { endOf } from '../../database/like.ts'
import { registered } from '../../registry.ts'
import { gtin14Of } from './gtin-rules.ts'
import type { CodeRange, ExactCode, Hit, SearchSource } from './source-queries.ts'
import type { VisibleWarehouses } from '../../http/actor.ts'

export type FoundRow = {
  kind: ThingKind
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
  /** Warehouse whose locations come first among those with the same code. */
  warehouseId: string | null
}

/**
 * Returns the records with exactly this code, most likely first, with one index lookup for each kind.
 * Locations and documents are limited to those in sight.
 */
export function findByCode(
  db: Db,
  platformId: string,
  scope: VisibleWarehouses,
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

const sources = () => Object.entries(registered().search) as [ThingKind, SearchSource][]

const rowsByCode = prepareByKeys((_: Db, asked: ExactCode & Pick<Wanted, 'among'>) => {
  const { among } = asked
  const found = sources().map(
    ([kind, { exact }], i) => sql`
      (select ${sql.lit(i)}::int as source, ${sql.lit(kind)} as kind, e.rank, e.id::text, e.label, e.name,
         e.variant_id, e.sku, e.unit, e.warehouse_id, e.warehouse
       from (${exact(asked)}) e
         (rank, id, label, name, variant_id, sku, unit, warehouse_id, warehouse)
       where (${among}::text[] is null or ${sql.lit(kind)} = any (${among}::text[])))`,
  )
  return sql<FoundRow>`
    select f.kind, f.id, f.label, f.name, f.variant_id as "variantId", f.sku, f.unit,
      f.warehouse_id as "warehouseId", f.warehouse
    from (${sql.join(found, sql` union all `)}) f
    order by f.source, f.rank, f.id limit 20`
})

const uuidIn = (code: string) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code) ? code : null

/**
 * Returns records of these kinds whose code begins with the text; each source stops where its list is long
 * enough.
 */
export function findByPrefix(
  db: Db,
  platformId: string,
  { scope, kinds }: { scope: VisibleWarehouses; kinds: readonly ThingKind[] },
  { typed, key }: { typed: string; key: string },
): Promise<Hit[]> {
  const number = typed.toUpperCase()
  return rowsByPrefix(db, {
    platformId,
    scope,
    kinds,
    key,
    keyEnd: endOf(key),
    code: typed,
    codeEnd: endOf(typed),
    number,
    numberEnd: endOf(number),
  })
}

const rowsByPrefix = prepareByKeys(
  (_: Db, asked: CodeRange & { kinds: readonly ThingKind[] }) => sql<Hit>`
    ${sql.join(
      sources().flatMap(([kind, { prefixed }]) =>
        prefixed
          ? sql`
            (select ${sql.lit(kind)} as kind, p.id::text, p.label, p.variant_id as "variantId",
               p.warehouse_id as "warehouseId", p.name
             from (${prefixed(asked)}) p (id, label, variant_id, warehouse_id, name)
             where ${sql.lit(kind)} = any (${asked.kinds}::text[]))`
          : [],
      ),
      sql` union all `,
    )}`,
)
