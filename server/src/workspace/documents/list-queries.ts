import type { Sort } from '@stowage/contract/lists'
import { sql } from 'kysely'
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
      return typeof value === 'string' ? isMeant(value, actor) : []
    }),
  ]
  const all = documentRows(db, kind, actor)
    .select(namesOf(kind, actor.platform.id))
    .select(Object.entries(kind.owner.listColumns ?? {}).map(([name, column]) => column.as(name)))
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
