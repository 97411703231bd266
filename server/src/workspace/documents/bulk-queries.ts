import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { runPipelined } from '../../database/prepared.ts'
import {
  documentRows,
  headColumns,
  refs,
  rowOf,
  snakeCase,
  type DocumentKind,
  type DocumentRow,
  type DocumentTable,
  type Scoped,
} from './queries.ts'

/**
 * Locks several documents until commit, by id, and returns them by id, with those that others hold. What the actor
 * may not see is in neither.
 */
export async function lockFreeDocuments<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  actor: Scoped,
  documentIds: readonly string[],
): Promise<{ locked: Map<string, Row>; held: Set<string> }> {
  const visible = documentRows(tx, kind, actor).where(isOneOf(kind, documentIds))
  const rows = await visible
    .orderBy(sql`${sql.ref(`d.${kind.key}`)}`)
    .forNoKeyUpdate('d')
    .skipLocked()
    .execute()
  const locked = new Map(rows.map((row) => [row.id, rowOf<Row>(row)]))
  if (documentIds.every((id) => locked.has(id.toLowerCase()))) return { locked, held: new Set() }
  const ids = (await visible.execute()).map(({ id }) => id)
  return { locked, held: new Set(ids.filter((id) => !locked.has(id))) }
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

/** Inserts several documents with their lines, in two statements. */
export async function insertDocuments<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  { platform, id: by }: Scoped & { id: string },
  documents: readonly { row: Row; lines: readonly Line[] }[],
): Promise<void> {
  const { table, lineTable, key, columns, lineColumns } = kind
  const stored = [...headColumns, ...columns]
  const rows = documents.map(({ row }) => [
    [snakeCase(key), row.id],
    ...stored.map((name) => [snakeCase(name), row[name]]),
  ])
  const lines = documents.flatMap(({ row, lines: some }) =>
    some.map((line) => [
      [snakeCase(key), row.id],
      ...Object.entries(lineColumns).map(([name, valueOf]) => [snakeCase(name), valueOf(line)]),
    ]),
  )
  const json = (all: unknown[][][]) =>
    JSON.stringify(all.map((entries) => Object.fromEntries(entries) as object))
  const names = [key, ...stored]
  const lineNames = [key, ...Object.keys(lineColumns)]
  await Promise.all([
    runPipelined(
      tx,
      sql`
        insert into ${sql.table(table)} (platform_id, ${refs(names)}, updated_at, updated_by)
        select ${platform.id}, ${refs(names.map((name) => `d.${name}`))}, d.created_at, ${by}::uuid
        from jsonb_populate_recordset(null::${sql.table(table)}, ${json(rows)}::jsonb) as d`,
    ),
    runPipelined(
      tx,
      sql`
        insert into ${sql.table(lineTable)} (platform_id, ${refs(lineNames)})
        select ${platform.id}, ${refs(lineNames.map((name) => `l.${name}`))}
        from jsonb_populate_recordset(null::${sql.table(lineTable)}, ${json(lines)}::jsonb) as l`,
    ),
  ])
}
