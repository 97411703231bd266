import { fieldsOf, importKinds } from '@stowage/contract/import-kinds'
import type { FileReply } from '@stowage/contract/route'
import { type ImportJob, type ImportRow, type RowError } from '@stowage/contract/workspace/imports'
import { notFound } from '../../errors.ts'
import { csvOf, csvType, spreadsheetMark as mark, type Columns } from '../../http/csv.ts'

/** `products.csv` and the like: the names of all columns and one example. */
export function templateOf(name: string): FileReply {
  const kind = importKinds.find((one) => `${one}.csv` === name) ?? notFound()
  const { head, line } = csvOf<null>(
    Object.fromEntries(fieldsOf(kind).map((field) => [field.name, () => field.example])),
  )
  const bytes = Buffer.from(mark + head + line(null))
  const headers = { 'content-disposition': `attachment; filename="stowage-${name}"` }
  return { contentType: csvType, bytes, headers }
}

type Failed = { cells: string[]; errors: RowError[] }

/** The failed rows as they stood in the file, each with what is wrong; it can be read in as it is. */
export function failedOf({ fileName, columns }: ImportJob) {
  const { head, line } = csvOf<Failed>({ ...cellsOf(columns), error: mistakesOf }, [
    ...columns,
    'error',
  ])
  return { fileName: `${savedName(fileName)}-failed.csv`, head: mark + head, line }
}

const savedName = (fileName: string) =>
  fileName.replace(/\.csv$/i, '').replace(/[^\w.-]+/g, '-') || 'import'

/** The cells of a file that was read in: an entry for each position, since two columns may have one name. */
const cellsOf = (columns: readonly string[]): Columns<{ cells: string[] }> =>
  Object.fromEntries(columns.map((_, i) => [`c${i}`, ({ cells }) => ({ cell: cells[i] ?? '' })]))

const mistakesOf = ({ errors }: { errors: RowError[] }) => errors.map(sentenceOf).join('; ')

/** The rows of a file with what was found: what the file is called, its columns and their names. */
export function rowsFileOf({ fileName, columns }: ImportJob) {
  const found: Columns<ImportRow> = {
    row: ({ rowNo }) => String(rowNo),
    state: ({ state }) => state,
    outcome: ({ outcome }) => outcome,
    error: mistakesOf,
  }
  return {
    name: `${savedName(fileName)}-rows`,
    names: [...Object.keys(found), ...columns],
    columns: { ...found, ...cellsOf(columns) },
  }
}

const masking = '•••'

/** Checks whether files of this kind have contact details. */
export const hasContacts = (kind: ImportJob['kind']): boolean =>
  fieldsOf(kind).some(({ isContact }) => isContact)

/**
 * Returns how a row is shown without contact details. A column that no field is read from may hold some, and one that
 * is also read as a contact detail does.
 */
export function maskerOf({ kind, mapping }: Pick<ImportJob, 'kind' | 'mapping'>) {
  const fields = fieldsOf(kind)
  const isOpen = (field: string) => fields.some((one) => one.name === field && !one.isContact)
  const open = new Set(
    Object.entries(mapping).flatMap(([field, at]) => (isOpen(field) ? [at] : [])),
  )
  for (const { name, isContact } of fields) if (isContact) open.delete(mapping[name] ?? -1)
  const masked = (text: string) => (text === '' ? '' : masking)
  return (row: ImportRow): ImportRow => ({
    ...row,
    cells: row.cells.map((cell, at) => (open.has(at) ? cell : masked(cell))),
    errors: row.errors.map((one) =>
      isOpen(one.column) && open.has(mapping[one.column] ?? -1)
        ? one
        : { ...one, value: masked(one.value) },
    ),
  })
}

/** The list of files that were read in, as a file. */
export const importColumns: Columns<ImportJob> = {
  id: ({ id }) => id,
  file: ({ fileName }) => fileName,
  kind: ({ kind }) => kind,
  mode: ({ mode }) => mode,
  state: ({ state }) => state,
  rows: ({ rowsTotal }) => String(rowsTotal),
  valid: ({ rowsValid }) => String(rowsValid),
  failed: ({ rowsFailed }) => String(rowsFailed),
  applied: ({ rowsApplied }) => String(rowsApplied),
  creates: ({ creates }) => String(creates),
  updates: ({ updates }) => String(updates),
  unchanged: ({ unchanged }) => String(unchanged),
  failure: ({ failure }) => failure?.message ?? null,
  created_at: ({ createdAt }) => createdAt,
  by: ({ createdBy }) => createdBy.name,
  finished_at: ({ finishedAt }) => finishedAt,
}

const sentenceOf = ({ column, message }: RowError) => (column ? `${column}: ${message}` : message)
