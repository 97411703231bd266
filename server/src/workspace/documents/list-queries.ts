import type { Sort } from '@stowage/contract/lists'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { orderOf, readPage, type Order, type Page, type PageRequest } from '../../database/pages.ts'
import {
  documentRows,
  namesOf,
  rowOf,
  type DocumentKind,
  type DocumentRow,
  type DocumentTable,
  type Scoped,
} from './queries.ts'

/** Filter of a document list. Any other member is looked up among the filters of the owner. */
export type DocumentFilter = {
  state?: readonly string[] | undefined
  q?: string | undefined
  /** Search text for a filter of the owner, instead of `q`. */
  sought?: string | undefined
  /** Documents changed at this time or later. */
  updatedFrom?: string | undefined
  /** `number`, `createdAt`, `updatedAt` or another of the kind's times. */
  sort: Sort<string>
  [filter: string]: unknown
}

/** A document in a list. */
export type Listed<Row> = Row & { lineCount: number }

/**
 * Returns a page of the documents the actor may see; `q` is a part of one of the searched columns. The very document
 * that is named comes first in every order.
 */
export async function listDocuments<Row extends DocumentRow, Line>(
  db: Db,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  { state, q, sought = q, updatedFrom, sort, ...filter }: DocumentFilter,
  page: PageRequest,
): Promise<Page<Listed<Row>>> {
  const conditions = [
    ...(state ? [sql<boolean>`d.state in (${sql.join(state)})`] : []),
    ...(updatedFrom === undefined ? [] : [sql<boolean>`d.updated_at >= ${updatedFrom}`]),
    ...(q ? [sql<boolean>`(${sql.join(kind.searched.map(searchedFor(q)), sql` or `)})`] : []),
    ...Object.entries(kind.owner.filters).flatMap(([name, isMeant]) => {
      const value = filter[name]
      return typeof value === 'string' ? isMeant(value, actor) : []
    }),
  ]
  const all = documentRows(db, kind, actor, kind.unlisted)
    .select(namesOf(kind, actor.platform.id))
    .select(Object.entries(kind.owner.listColumns ?? {}).map(([name, column]) => column.as(name)))
    .select(lineCountOf(kind))
  const { indexed, filters } = kind.owner
  const used = Object.keys(filters).filter((name) => filter[name] !== undefined)
  const isPlain = !state && !q && !updatedFrom && timeOf(kind, sort) !== 'updatedAt'
  const hasIndex = isPlain && used.length <= 1 && used.every((name) => indexed?.includes(name))
  const query = conditions.reduce((some, condition) => some.where(condition), all)
  const order: Order<Cursored & Record<string, unknown>> = orderOf(sort, {
    [timeOf(kind, sort)]: [
      { column: `d.${timeOf(kind, sort)}`, kind: 'moment' },
      { column: `d.${kind.key}`, kind: 'uuid', of: (row: Cursored) => row.id },
    ],
    number: [{ column: 'd.number', kind: 'text', of: (row) => String(row['number']) }],
  })
  const isNamed = sought === undefined ? undefined : exactly(kind, actor, sought)
  // Only where there is one: with it no index has the order of the list.
  const isLed = isNamed && (await query.where(isNamed).limit(1).execute()).length > 0
  const [first, others] = sort.startsWith('-') ? [1, 0] : [0, 1]
  const found = isLed
    ? await readPage(
        db,
        query
          .innerJoin(
            sql`lateral (select case when ${isNamed} then ${sql.lit(first)} else ${sql.lit(others)} end as place)`.as(
              'x',
            ),
            (join) => join.onTrue(),
          )
          .select(sql<number>`x.place`.as('place')),
        {
          sort: order.sort,
          keys: [{ column: 'x.place', kind: 'int', of: (row) => String(row.place) }, ...order.keys],
        },
        page,
      )
    : await readPage(db, query, order, page, { hasIndex })
  return {
    ...found,
    items: found.items.map(({ place: _, ...row }: Cursored) => rowOf<Listed<Row>>(row)),
  }
}

type Cursored = { id: string; place?: number }

/** By its number, which has an index; other columns that are searched have none. */
const exactly = ({ owner, searched }: DocumentTable, actor: Scoped, sought: string) =>
  owner.isExactly?.(sought, actor) ??
  (searched.includes('number')
    ? sql<boolean>`d.number in (${sought}, ${sought.toUpperCase()})`
    : undefined)

/** The time a list is sorted by, which its cursor holds. */
const timeOf = ({ times }: DocumentTable, sort: string) =>
  [...(times ?? []), 'updatedAt'].find((name) => name === sort.replace('-', '')) ?? 'createdAt'

const searchedFor = (q: string) => (column: string) => containsFolded(sql.ref(`d.${column}`), q)

const lineCountOf = ({ lineTable, key }: DocumentTable) =>
  sql<number>`(
    select count(*)::int from ${sql.table(lineTable)} l
    where l.platform_id = d.platform_id and ${sql.ref(`l.${key}`)} = ${sql.ref(`d.${key}`)})`.as(
    'lineCount',
  )

/** Locks several documents until commit, by id, and returns those that the actor may see. */
export async function lockDocuments<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  documentIds: readonly string[],
): Promise<Row[]> {
  const rows = await documentRows(tx, kind, actor)
    .where(isOneOf(kind, documentIds))
    .orderBy(sql`${sql.ref(`d.${kind.key}`)}`)
    .forNoKeyUpdate('d')
    .execute()
  return rows.map((row) => rowOf<Row>(row))
}

/**
 * Locks several documents until commit, by id, and returns them by id, with those that others hold. What the actor
 * may not see is in neither.
 */
export async function lockFreeDocuments<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  documentIds: readonly string[],
): Promise<{ locked: Map<string, Row>; lockedByOthers: Set<string> }> {
  const visible = documentRows(tx, kind, actor).where(isOneOf(kind, documentIds))
  const rows = await visible
    .orderBy(sql`${sql.ref(`d.${kind.key}`)}`)
    .forNoKeyUpdate('d')
    .skipLocked()
    .execute()
  const locked = new Map(rows.map((row) => [row.id, rowOf<Row>(row)]))
  if (documentIds.every((id) => locked.has(id.toLowerCase())))
    return { locked, lockedByOthers: new Set() }
  const ids = (await visible.execute()).map(({ id }) => id)
  return { locked, lockedByOthers: new Set(ids.filter((id) => !locked.has(id))) }
}

/** Returns the documents with these ids that the actor may see, in no particular order. */
export const findDocuments = async <Row extends DocumentRow, Line>(
  db: Db,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  ids: readonly string[],
): Promise<Row[]> =>
  (await documentRows(db, kind, actor).where(isOneOf(kind, ids)).execute()).map((row) => rowOf(row))

const isOneOf = ({ key }: DocumentTable, documentIds: readonly string[]) =>
  sql<boolean>`${sql.ref(`d.${key}`)} = any (${[...documentIds]}::uuid[])`
