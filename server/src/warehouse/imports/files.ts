import type { FileReply } from '@stowage/contract/route'
import {
  importFields,
  importKinds,
  type ImportJob,
  type RowError,
} from '@stowage/contract/warehouse/imports'
import { fail } from '../../errors.ts'
import { csvOf, spreadsheetMark as mark } from '../../http/csv.ts'

const contentType = 'text/csv; charset=utf-8'
const saved = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` })

/** `products.csv` and the like: the names of all columns and one example. */
export function templateOf(name: string): FileReply {
  const kind = importKinds.find((one) => `${one}.csv` === name) ?? fail('not_found')
  const { head, line } = csvOf<null>(
    Object.fromEntries(importFields[kind].map((field) => [field.name, () => field.example])),
  )
  const bytes = Buffer.from(mark + head + line(null))
  return { contentType, bytes, headers: saved(`stowage-${name}`) }
}

type Failed = { cells: string[]; errors: RowError[] }

/** The failed rows as they stood in the file, each with what is wrong; it can be read in as it is. */
export function failedOf(
  { fileName, columns }: ImportJob,
  pages: AsyncIterable<readonly Failed[]>,
): FileReply {
  const cell = (i: number) => (row: Failed) => row.cells[i] ?? ''
  // An entry for each position, since two columns may have one name.
  const { line } = csvOf<Failed>({
    ...Object.fromEntries(columns.map((_, i) => [`c${i}`, cell(i)])),
    error: ({ errors }) => errors.map(sentenceOf).join('; '),
  })
  const names = csvOf<string[]>(
    Object.fromEntries(columns.map((_, i) => [`c${i}`, (row: string[]) => row[i] ?? ''])),
  )
  const first = names.line(columns).replace(/\r\n$/, ',error\r\n')
  async function* texts() {
    yield Buffer.from(mark + first)
    for await (const rows of pages) yield Buffer.from(rows.map(line).join(''))
  }
  const name = fileName.replace(/\.csv$/i, '').replace(/[^\w.-]+/g, '-') || 'import'
  return { contentType, bytes: texts(), headers: saved(`${name}-failed.csv`) }
}

const sentenceOf = ({ column, message }: RowError) => (column ? `${column}: ${message}` : message)
