import type { Sort } from '@stowage/contract/lists'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import {
  documentRows,
  namesOf,
  rowOf,
  type DocumentKind,
  type DocumentRow,
  type DocumentTable,
  type Scoped,
} from './queries.ts'

/** Of a list of documents. Any other member is looked up among the filters of the owner. */
export type DocumentFilter = {
  state?: readonly string[] | undefined
  q?: string | undefined
  /** `number`, `createdAt` or another of the kind's times. */
  sort: Sort<string>
  [filter: string]: unknown
}

/** A document in a list. */
export type Listed<Row> = Row & { lineCount: number }

/** Returns a page of the documents the actor may see; `q` is a part of one of the searched columns. */
export async function listDocuments<Row extends DocumentRow, Line>(
  db: Db,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  { state, q, sort, ...filter }: DocumentFilter,
  page: PageRequest,
): Promise<Page<Listed<Row>>> {
  const conditions = [
    ...(state ? [sql<boolean>`d.state in (${sql.join(state)})`] : []),
    ...(q ? [sql<boolean>`(${sql.join(kind.searched.map(searchedFor(q)), sql` or `)})`] : []),
    ...Object.entries(kind.owner.filters).flatMap(([name, isMeant]) => {
      const value = filter[name]
      return typeof value === 'string' ? isMeant(value) : []
    }),
  ]
  const all = documentRows(db, kind, actor)
    .select(namesOf(kind, actor.platform.id))
    // The cursor needs microseconds, which a Date does not have.
    .select([
      lineCountOf(kind),
      sql<string>`${sql.ref(`d.${timeOf(kind, sort)}`)}::text`.as('cursorAt'),
    ])
  const query = conditions.reduce((some, condition) => some.where(condition), all)
  const found = await readPage(
    db,
    query,
    orderOf(sort, {
      [timeOf(kind, sort)]: [
        { column: `d.${timeOf(kind, sort)}`, kind: 'moment', of: (row: Cursored) => row.cursorAt },
        { column: `d.${kind.key}`, kind: 'uuid', of: (row: Cursored) => row.id },
      ],
      number: [{ column: 'd.number', kind: 'text', of: (row) => String(row['number']) }],
    }),
    page,
  )
  return { ...found, items: found.items.map(({ cursorAt: _, ...row }) => rowOf<Listed<Row>>(row)) }
}

type Cursored = { id: string; cursorAt: string }

/** The time a list is sorted by, which its cursor holds. */
const timeOf = ({ times }: DocumentTable, sort: string) =>
  times?.find((name) => name === sort.replace('-', '')) ?? 'createdAt'

const searchedFor = (q: string) => (column: string) => containsFolded(sql.ref(`d.${column}`), q)

const lineCountOf = ({ lineTable, key }: DocumentTable) =>
  sql<number>`(
    select count(*)::int from ${sql.table(lineTable)} l
    where l.platform_id = d.platform_id and ${sql.ref(`l.${key}`)} = ${sql.ref(`d.${key}`)})`.as(
    'lineCount',
  )

/** More documents of a kind than anybody reads are not named. */
export const mostNamed = 20

/** A document that is not finished, as a refusal names it; without id and number where it is hidden. */
export type UnfinishedDocument = { type: string; id?: string; number?: string }

/**
 * Returns the unfinished documents `d` of these kinds that meet the condition, by number, at most 20 of
 * each kind. Of one the actor may not see only the kind is told.
 */
export async function listUnfinished(
  db: Db,
  kinds: readonly DocumentTable[],
  actor: Scoped,
  conditionOf: (kind: DocumentTable) => RawBuilder<boolean>,
): Promise<UnfinishedDocument[]> {
  type Row = { type: string; id: string; number: string; isVisible: boolean }
  const ofEach = kinds.map(
    (kind) => sql`
      (select ${kind.type} as type, ${sql.ref(`d.${kind.key}`)} as id, d.number,
         ${kind.owner.isVisibleTo(actor)} as "isVisible"
       from ${sql.table(kind.table)} d
       where d.platform_id = ${actor.platform.id}
         and d.state in (${sql.join(kind.unfinished)}) and ${conditionOf(kind)}
       order by d.number limit ${mostNamed})`,
  )
  const { rows } = await sql<Row>`${sql.join(ofEach, sql` union all `)}`.execute(db)
  return rows.map(({ type, id, number, isVisible }) =>
    isVisible ? { type, id, number } : { type },
  )
}

/** Whether document `d` has a line with one of these values in this column. */
export const hasLineWith = (
  { lineTable, key }: DocumentTable,
  column: string,
  ids: readonly string[],
) => sql<boolean>`exists (
  select from ${sql.table(lineTable)} l
  where l.platform_id = d.platform_id and ${sql.ref(`l.${key}`)} = ${sql.ref(`d.${key}`)}
    and ${sql.ref(`l.${column}`)} = any (${ids}::uuid[]))`
