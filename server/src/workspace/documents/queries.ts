import type { EventArea, SharedPayload } from '@stowage/contract/workspace/event-types'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareWrite } from '../../database/prepared.ts'
import { notFound } from '../../errors.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'
import type { Derived, Posts, Used } from './rules.ts'

/** The fields every document has; its row may have more. */
export type DocumentRow = {
  id: string
  number: string
  state: string
  version: number
  createdAt: string
  createdBy: string | null
}

/** Who asks: the platform, and what the member may see of it. */
export type Scoped = {
  readonly platform: { readonly id: string }
  readonly warehouses: readonly string[] | null
}

/** Owner of a document, such as a site: it decides who sees the document. Its SQL calls the document `d`. */
export type Owner = {
  /** Read with every row. */
  columns: Record<string, RawBuilder<unknown>>
  /** Read with each row of a list only. */
  listColumns?: Record<string, RawBuilder<unknown>>
  isVisibleTo: (actor: Scoped) => RawBuilder<boolean>
  /** By query parameter of the list. */
  filters: Record<string, (value: string, actor: Scoped) => RawBuilder<boolean>>
  /** Filters with an index of their own that sorts as the list does. */
  indexed?: readonly string[]
  /** Condition that document `d` is exactly the one a search names. Default: a searched column equals it. */
  isExactly?: (q: string, actor: Scoped) => RawBuilder<boolean>
}

/** The tables of a kind of document. Columns are named as in a row, in camel case. */
export interface DocumentTable {
  /** The noun in refusals, audit entries and events: `receipt`. */
  type: string
  table: string
  lineTable: string
  /** The column that identifies the document in both tables. */
  key: string
  owner: Owner
  /** Columns of the table beside those of every document. */
  columns: readonly string[]
  /** Columns among them that lists do not show, so they are not read for lists. */
  unlisted?: readonly string[]
  /** Columns with the id of a member, whose name is read as `<column>Name` where a document is shown. */
  people: readonly string[]
  /** Columns the search text of the list is looked for in. */
  searched: readonly string[]
  /** Columns that are written with another one and never read, such as its words in a text index. */
  derived?: Record<string, Derived>
  /** Columns with a time, never null, that a list can be sorted by beside `createdAt`. */
  times?: readonly string[]
  /** States of documents that are not finished. */
  unfinished: readonly string[]
  /**
   * Records that cannot be archived until the document is finished: those named by its own columns, and by
   * its lines.
   */
  uses?: { itself?: readonly Used[]; inLines?: readonly Used[] }
  /** For one whose changes move stock. */
  posts?: Posts
}

/** The nouns of documents: their events carry a number. */
export type DocumentArea = {
  [Area in EventArea]: SharedPayload<Area> extends { number: string } ? Area : never
}[EventArea]

/** A kind of document as its module declares it: its tables, its states and what is told of its changes. */
export interface DocumentDefinition<
  Row extends DocumentRow,
  Line,
  Area extends DocumentArea,
> extends KindOfRows<Row, Line> {
  /** Its changes are events and audit entries: `<type>.<change>`. */
  type: Area
  /** Returns the fields repeated in each audit entry and event, besides the number. */
  recorded: (row: Row) => Omit<SharedPayload<Area>, 'number'> & { warehouseId?: string | null }
}

interface KindOfRows<Row extends DocumentRow, Line> extends DocumentTable {
  columns: readonly (keyof Row & string)[]
  unlisted?: readonly (keyof Row & string)[]
  people: readonly (keyof Row & string)[]
  searched: readonly (keyof Row & string)[]
  unfinished: readonly Row['state'][]
  /** The prefix of its numbers: `RC`. */
  prefix: string
  /** The columns of a stored line, each with its value. */
  lineColumns: Record<string, (line: Line) => unknown>
  listLines: (db: Db, platformId: string, documentId: string) => Promise<Line[]>
  /** The states that can follow each state. */
  transitions: Record<Row['state'], readonly Row['state'][]>
  /** The state in which a document can be edited. */
  editable: Row['state']
}

/** A kind of document with its prepared statements. */
export interface DocumentKind<Row extends DocumentRow, Line>
  extends KindOfRows<Row, Line>, Statements<Row> {}

/** A kind of document with what is recorded of its changes. */
export interface RecordedKind<Row extends DocumentRow, Line, Area extends DocumentArea>
  extends DocumentDefinition<Row, Line, Area>, Statements<Row> {}

interface Statements<Row extends DocumentRow> {
  insert: (tx: Tx, platformId: string, row: StoredRow, lines: string) => Promise<void>
  insertLines: (tx: Tx, platformId: string, documentId: string, lines: string) => Promise<void>
  find: Find<Row>
  lock: Find<Row>
}
type Find<Row> = (db: Db, actor: Scoped, id: string) => Promise<Row | undefined>

/** The columns that are written with a new document, beside its id. */
export const storedColumns = ({ columns, derived = {} }: DocumentTable): string[] => [
  ...headColumns,
  ...columns,
  ...Object.keys(derived),
]

export type StoredRow = Record<string, unknown> & { id: string }

export const headColumns = ['number', 'state', 'version', 'createdAt', 'createdBy'] as const

export function defineDocument<Row extends DocumentRow, Line, Area extends DocumentArea>(
  definition: DocumentDefinition<Row, Line, Area>,
): RecordedKind<Row, Line, Area> {
  const { table, lineTable, key, lineColumns } = definition
  const stored = storedColumns(definition)
  const lineNames = Object.keys(lineColumns)
  const insertOf = (platformId: string, documentId: string, lines: string) => sql`
    insert into ${sql.table(lineTable)} (platform_id, ${sql.ref(key)}, ${refs(lineNames)})
    select ${platformId}, ${documentId}, ${refs(lineNames.map((name) => `l.${name}`))}
    from jsonb_populate_recordset(null::${sql.table(lineTable)}, ${lines}::jsonb) as l`
  return {
    ...definition,
    insert: prepareWrite(
      (_: Db, platformId: string, row: StoredRow, lines: string) => sql`
        with document as (
          insert into ${sql.table(table)}
            (platform_id, ${sql.ref(key)}, ${refs(stored)}, updated_at, updated_by)
          values (${platformId}, ${row.id}, ${sql.join(stored.map((name) => row[name]))},
            ${row['createdAt']}, ${row['createdBy']})
        )
        ${insertOf(platformId, row.id, lines)}`,
    ),
    insertLines: prepareWrite((_: Db, platformId: string, documentId: string, lines: string) =>
      insertOf(platformId, documentId, lines),
    ),
    find: prepareFind(definition, (rows, platformId, id) =>
      rows.select(namesOf(definition, platformId)).where(isDocument(definition, id)),
    ),
    lock: prepareLock(definition, (_, id) => isDocument(definition, id)),
  }
}

type Rows = ReturnType<typeof documentRows>

/** Prepares a read of one document, for actors who see all warehouses and for those who see some. */
function prepareFind<Row extends DocumentRow>(
  table: DocumentTable,
  narrow: (rows: Rows, platformId: string, id: string) => Rows,
): Find<Row> {
  const prepared = (isScoped: boolean) =>
    prepare((db: Db, platformId: string, warehouses: readonly string[] | null, id: string) => {
      const actor = { platform: { id: platformId }, warehouses: isScoped ? warehouses : null }
      return narrow(documentRows(db, table, actor), platformId, id)
    })
  const [ofAll, ofSome] = [prepared(false), prepared(true)]
  return async (db, { platform, warehouses }, id) => {
    const [row] = await (warehouses === null ? ofAll : ofSome)(db, platform.id, warehouses, id)
    return row && rowOf<Row>(row)
  }
}

/**
 * Prepares locking the document `d` of an id: its own, or that of something that belongs to it, such as a task. The
 * lock is held until commit. Undefined for a document that is not there or out of the actor’s sight.
 */
export const prepareLock = <Row extends DocumentRow>(
  table: DocumentTable,
  isMeant: (platformId: string, id: string) => RawBuilder<boolean>,
): Find<Row> =>
  prepareFind(table, (rows, platformId, id) =>
    rows.where(isMeant(platformId, id)).forNoKeyUpdate('d'),
  )

export const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

export const snakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Documents `d` the actor may see, without the columns `unread`. */
export function documentRows(
  db: Db,
  { table, key, owner, columns }: DocumentTable,
  actor: Scoped,
  unread: readonly string[] = [],
) {
  const own = [...headColumns, ...columns].filter((name) => !unread.includes(name))
  return db
    .selectFrom(sql<Record<string, unknown>>`${sql.table(table)}`.as('d'))
    .select(sql<string>`${sql.ref(`d.${key}`)}`.as('id'))
    .select(own.map((name) => sql<unknown>`${sql.ref(`d.${name}`)}`.as(name)))
    .select(Object.entries(owner.columns).map(([name, column]) => column.as(name)))
    .where(sql<boolean>`d.platform_id = ${actor.platform.id}`)
    .where(owner.isVisibleTo(actor))
}

/** The names of the members a document `d` mentions. */
export const namesOf = ({ people }: DocumentTable, platformId: string) =>
  people.map((name) => nameOfMember(platformId, sql.ref(`d.${name}`)).as(`${name}Name`))

/** Turns a row just read into what the rest of the product has: times are text. In place, because lists read many. */
export function rowOf<Row>(read: Record<string, unknown>): Row {
  for (const name of Object.keys(read)) {
    const value = read[name]
    if (value instanceof Date) read[name] = value.toISOString()
  }
  return read as Row
}

/** Returns a document with its lines and the names of its people; fails with `not_found`. */
export async function getDocument<Row extends DocumentRow, Line>(
  db: Db,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  documentId: string,
): Promise<{ row: Row; lines: Line[] }> {
  const [row, lines] = await Promise.all([
    kind.find(db, actor, documentId),
    kind.listLines(db, actor.platform.id, documentId),
  ])
  return { row: row ?? notFound(), lines }
}

/**
 * Locks a document until commit and returns it with its lines; fails with `not_found`. The lines are read
 * by a second statement, which leaves together with the first and runs once the lock is held.
 */
export async function lockDocument<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  documentId: string,
): Promise<{ row: Row; lines: Line[] }> {
  const [row, lines] = await Promise.all([
    kind.lock(tx, actor, documentId),
    kind.listLines(tx, actor.platform.id, documentId),
  ])
  return { row: row ?? notFound(), lines }
}

const isDocument = ({ key }: DocumentTable, documentId: string) =>
  sql<boolean>`${sql.ref(`d.${key}`)} = ${documentId}`
