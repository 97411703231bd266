import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { sql, type RawBuilder } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import { maxRecent, type RecentSource, type TileSource } from '../home/source-queries.ts'
import { isInWarehouses, type SearchSource } from '../search/source-queries.ts'
import type { DocumentTable } from './queries.ts'

/* What documents bring to the search and to the home page. Their SQL calls a document `d`. */

/** How documents of a kind are searched for. */
type Search = {
  /** The right to open one. */
  right: WarehousePermission
  /** The page of the workspace under which one has its address; then it is found by its id as well. */
  page?: string
  /** True if a document has its own row in a search. */
  isListed?: boolean
  /** Its name, and what stands beside its number in a search. Default: nothing, and the name. */
  name?: RawBuilder<string>
  note?: RawBuilder<string>
  /**
   * Returns the condition that a document is of warehouses in sight. Default: the one in its column
   * `warehouseId` is.
   */
  isInSight?: (scope: VisibleWarehouses) => RawBuilder<boolean>
}

const inItsWarehouse = (scope: VisibleWarehouses) => isInWarehouses(scope, 'd.warehouse_id')

/** Returns the source that finds documents by their number. */
export function documentSource(
  { table, key }: Pick<DocumentTable, 'table' | 'key'>,
  {
    right,
    page,
    isListed = true,
    name = sql`''::text`,
    note = name,
    isInSight = inItsWarehouse,
  }: Search,
): SearchSource {
  const idOf = sql.ref(`d.${key}`)
  const found = (platformId: string, condition: RawBuilder<boolean>) => sql`
    select * from ${sql.table(table)} where platform_id = ${platformId} and ${condition}`
  return {
    actions: [['open', right]],
    ...(page && { page }),
    ...(isListed && { inSearch: 'itself' }),

    exact: ({ platformId, scope, number, uuid }) => {
      const byNumber = found(platformId, sql`number = ${number}`)
      const byId = found(platformId, sql`${sql.ref(key)} = ${uuid}::uuid`)
      return sql`
        select 1, ${idOf}, d.number, ${name}, null::uuid, null::text, null::text, d.warehouse_id, (
          select w.code from tenant.warehouses w
          where w.platform_id = d.platform_id and w.warehouse_id = d.warehouse_id)
        from (${page ? sql`${byNumber} union all ${byId}` : byNumber}) d
        where ${isInSight(scope)}`
    },

    ...(isListed && {
      prefixed: ({ platformId, scope, number, numberEnd }) => sql`
        select ${idOf}, d.number, null::uuid, d.warehouse_id, ${note}
        from ${sql.table(table)} d
        where d.platform_id = ${platformId} and d.number >= ${number} and d.number < ${numberEnd}
          and ${isInSight(scope)}
        order by d.number limit 5`,
    }),
  }
}

/** Returns the source of the documents of a kind that a member has changed lately. */
export const recentDocuments = ({
  table,
  key,
}: Pick<DocumentTable, 'table' | 'key'>): RecentSource => ({
  touched: ({ platformId, scope, memberId }) => sql`
    select ${sql.ref(key)}::text, number, updated_at
    from (select * from ${sql.table(table)} where platform_id = ${platformId}
          order by created_at desc, ${sql.ref(key)} desc limit ${maxRecent}) d
    where updated_by = ${memberId} and ${inItsWarehouse(scope)}`,
})

/** Returns the tile of documents that wait in one of these states, since the time in this column. */
export const waitingDocuments =
  (
    { table }: Pick<DocumentTable, 'table'>,
    states: readonly string[],
    since = 'createdAt',
  ): TileSource =>
  (platformId, scope) =>
    sql`
    select count(*), min(${sql.ref(`d.${since}`)}) from ${sql.table(table)} d
    where d.platform_id = ${platformId} and d.state in (${sql.join(states.map((one) => sql.lit(one)))})
      and ${inItsWarehouse(scope)}`
