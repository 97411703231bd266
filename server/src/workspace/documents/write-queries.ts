import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { runPrepared } from '../../database/prepared.ts'
import {
  headColumns,
  refs,
  snakeCase,
  storedColumns,
  type DocumentKind,
  type DocumentRow,
  type DocumentTable,
  type Scoped,
  type StoredRow,
} from './queries.ts'
import { derivedOf } from './rules.ts'

/** The lines as the JSON the prepared statements take, with the database's names. */
const storedLines = <Line>(
  columns: Record<string, (line: Line) => unknown>,
  lines: readonly Line[],
): string =>
  JSON.stringify(
    lines.map((line) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, valueOf]) => [snakeCase(name), valueOf(line)]),
      ),
    ),
  )

/** Inserts a document with its lines, in one statement. */
export async function insertDocument<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  platformId: string,
  row: Row,
  lines: readonly Line[],
): Promise<void> {
  const names = ['id', ...headColumns, ...kind.columns] as const
  const stored = Object.fromEntries([
    ...names.map((name) => [name, row[name]] as const),
    ...derivedOf(kind, row),
  ]) as StoredRow
  await kind.insert(tx, platformId, stored, storedLines(kind.lineColumns, lines))
}

/** Inserts several documents with their lines, in one statement. */
export async function insertDocuments<Row extends DocumentRow, Line>(
  tx: Tx,
  kind: DocumentKind<Row, Line>,
  { platform, id: by }: Scoped & { id: string },
  documents: readonly { row: Row; lines: readonly Line[] }[],
): Promise<void> {
  if (documents.length === 0) return
  const { table, lineTable, key, columns, lineColumns } = kind
  const stored = storedColumns(kind)
  const rows = documents.map(({ row }) => [
    [snakeCase(key), row.id],
    ...[...headColumns, ...columns].map((name) => [snakeCase(name), row[name]]),
    ...derivedOf(kind, row).map(([name, value]) => [snakeCase(name), value]),
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
  await runPrepared(
    tx,
    sql`
      with documents as (
        insert into ${sql.table(table)} (platform_id, ${refs(names)}, updated_at, updated_by)
        select ${platform.id}, ${refs(names.map((name) => `d.${name}`))}, d.created_at, ${by}::uuid
        from jsonb_populate_recordset(null::${sql.table(table)}, ${json(rows)}::jsonb) as d
      )
      insert into ${sql.table(lineTable)} (platform_id, ${refs(lineNames)})
      select ${platform.id}, ${refs(lineNames.map((name) => `l.${name}`))}
      from jsonb_populate_recordset(null::${sql.table(lineTable)}, ${json(lines)}::jsonb) as l`,
  )
}

/** Adds lines to a document that exists. */
export async function insertLines<Row extends DocumentRow, Line>(
  tx: Tx,
  { insertLines: insert, lineColumns }: DocumentKind<Row, Line>,
  platformId: string,
  documentId: string,
  lines: readonly Line[],
): Promise<void> {
  await insert(tx, platformId, documentId, storedLines(lineColumns, lines))
}

/** Deletes one line of a document, or all of them. */
export async function deleteLines(
  tx: Tx,
  { lineTable, key }: DocumentTable,
  platformId: string,
  documentId: string,
  lineNo?: number,
): Promise<void> {
  const isMeant = lineNo === undefined ? sql`` : sql`and line_no = ${lineNo}`
  const ofIt = sql`platform_id = ${platformId} and ${sql.ref(key)} = ${documentId}`
  await sql`delete from ${sql.table(lineTable)} where ${ofIt} ${isMeant}`.execute(tx)
}

/** New values of some columns; a value may be an expression of SQL. */
export type Values<Row> = { [Name in keyof Row]?: Row[Name] | RawBuilder<unknown> | undefined }

/**
 * Writes the same columns and the next version of several documents, or the version after as many `steps`. A list is
 * planned anew each time, one id once.
 */
export async function updateDocuments<Row extends DocumentRow>(
  tx: Tx,
  kind: DocumentTable,
  { platform, id: by, at }: Scoped & { id: string; at: Date },
  documentIds: readonly string[],
  values: Values<Row>,
  steps = 1,
): Promise<void> {
  const { table, key } = kind
  const all = [...Object.entries(values), ...derivedOf(kind, values)]
  const assignments = all.flatMap(([name, value]) =>
    value === undefined ? [] : sql`${sql.ref(name)} = ${value}`,
  )
  const [first, ...others] = documentIds
  const ids = others.length === 0 ? sql`${first}` : sql`any (${[...documentIds]}::uuid[])`
  await runPrepared(
    tx,
    sql`update ${sql.table(table)} set ${sql.join([
      ...assignments,
      sql`version = version + ${steps}`,
      sql`updated_at = ${at}`,
      sql`updated_by = ${by}`,
    ])} where platform_id = ${platform.id} and ${sql.ref(key)} = ${ids}`,
  )
}
