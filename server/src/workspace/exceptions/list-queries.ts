import type { ExceptionKind } from '@stowage/contract/exception-kinds'
import type { Sort } from '@stowage/contract/lists'
import type { Exception } from '@stowage/contract/workspace/exceptions'
import { sql } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import { registered } from '../../registry.ts'

type Row = Omit<Exception, 'object' | 'since' | 'lastAt' | 'snoozedUntil'> & {
  objectType: NonNullable<Exception['object']>['type'] | null
  objectId: string | null
  objectNumber: string | null
  since: Date
  lastAt: Date
  snoozedUntil: Date | null
  cursorAt: string
}

type ListConditions = {
  platformId: string
  kinds: readonly ExceptionKind[]
  scope: VisibleWarehouses
  at: Date
  state: 'open' | 'snoozed' | 'any'
}

/**
 * Selects what is open of these kinds, `g`, with who takes care of it, `x`. What was resolved is open again once it
 * happens again.
 */
const openOf = ({ platformId, kinds, scope, at, state }: ListConditions) => {
  const sources = registered().exceptions
  const parts = kinds.map(
    (kind) => sql`
      select ${sql.lit(kind)} as kind, s.*
      from (${sources[kind].open(platformId, scope, at)}) s (key, since, last_at, warehouse_id, label,
        details, count, object_type, object_id, object_number, reported_by)`,
  )
  const isSnoozed = sql`coalesce(x.snoozed_until > ${at}, false)`
  return sql`(${sql.join(parts, sql` union all `)}) g
    left join tenant.exceptions x
      on x.platform_id = ${platformId} and x.kind = g.kind and x.key = g.key
    where (x.resolved_at is null or x.resolved_at < g.last_at)
      and ${state === 'any' ? sql`true` : state === 'open' ? sql`not ${isSnoozed}` : isSnoozed}`
}

type Filter = ListConditions & {
  owner?: { id: string } | 'nobody' | undefined
  key?: string | undefined
}

const rowsOf = (db: Db, { owner, key, ...asked }: Filter) => {
  const { platformId } = asked
  const isOwned =
    owner === undefined
      ? sql`true`
      : owner === 'nobody'
        ? sql`x.owner_id is null`
        : sql`x.owner_id = ${owner.id}`
  return db
    .selectFrom(
      sql<Row>`(
        select g.*, x.owner_id, x.snoozed_until,
          ${nameOfMember(platformId, sql`x.owner_id`)} as owner_name,
          ${nameOfMember(platformId, sql`g.reported_by`)} as reported_by_name, (
            select w.code from tenant.warehouses w
            where w.platform_id = ${platformId} and w.warehouse_id = g.warehouse_id
          ) as warehouse_code
        from ${openOf(asked)} and ${isOwned}
          ${key === undefined ? sql`` : sql`and g.key = ${key}`})`.as('t'),
    )
    .selectAll()
    .$castTo<Row>()
}

/** Returns a page of what is open of some kinds, at least one. */
export async function listExceptions(
  db: Db,
  { sort, ...filter }: Filter & { sort: Sort<'since'> },
  page: PageRequest,
): Promise<Page<Exception>> {
  const found = await readPage(
    db,
    rowsOf(db, filter),
    orderOf<Row, 'since'>(sort, {
      since: [
        { column: 't.since', kind: 'moment' },
        { column: 't.kind', kind: 'text', of: (row) => row.kind },
        { column: 't.key', kind: 'text', of: (row) => row.key },
      ],
    }),
    page,
  )
  return { ...found, items: found.items.map(toException) }
}

/** Returns one that is open, snoozed or not. */
export async function findException(
  db: Db,
  asked: Omit<ListConditions, 'state' | 'kinds'> & { kind: ExceptionKind; key: string },
): Promise<Exception | undefined> {
  const { kind, ...rest } = asked
  const row = await rowsOf(db, { ...rest, kinds: [kind], state: 'any' }).executeTakeFirst()
  return row && toException(row)
}

/** Selects how many are open of these kinds, and since when the oldest is. */
export const countOpen = (asked: Omit<ListConditions, 'state'>) =>
  sql`select count(*), min(g.since) from ${openOf({ ...asked, state: 'open' })}`

const toException = (row: Row): Exception => ({
  kind: row.kind,
  key: row.key,
  label: row.label,
  details: row.details,
  object:
    row.objectType !== null && row.objectId !== null
      ? { type: row.objectType, id: row.objectId, number: row.objectNumber ?? '' }
      : null,
  warehouseId: row.warehouseId,
  warehouseCode: row.warehouseCode,
  count: row.count,
  since: row.since.toISOString(),
  lastAt: row.lastAt.toISOString(),
  reportedByName: row.reportedByName,
  ownerId: row.ownerId,
  ownerName: row.ownerName,
  snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
})
