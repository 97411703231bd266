import { writeCell, writeIdentifier, writeText } from '@stowage/contract/identifiers'
import type { FileReply } from '@stowage/contract/route'
import type { Db } from '../database/connect.ts'
import type { Page, PageRequest } from '../database/pages.ts'
import { letOthersGo } from '../concurrency/slices.ts'
import { downloadsFrom, inTurn, textsOf } from './downloads.ts'

/** Rows per read, some ten KB, which are parsed at once. A file of any length uses no more memory. */
const rowsAtOnce = 250

/** The byte order mark, which tells a spreadsheet that the file is UTF-8. */
export const spreadsheetMark = '\uFEFF'

/** Text, what identifies something, a decimal number, or a cell of somebody’s file as it stood there. */
type Cell = string | null | { identifier: string } | { decimal: string } | { cell: string }

/** Returns a code or number by which something is known; null where there is none. */
export const identifier = (text: string | null | undefined) =>
  text === null || text === undefined || text === '' ? null : { identifier: text }

/** Returns a whole number as text, or null. */
export const numberText = (number: number | null) => (number === null ? null : String(number))

export const yesNo = (is: boolean) => (is ? 'yes' : 'no')

/** Returns several words for one cell, as `wordsIn` of the imports reads them. */
export const wordList = (words: readonly string[]) =>
  words.map((word) => (/[",;]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(', ')

/** The columns of a file in order, each with its value for a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/**
 * Returns the header line (RFC 4180) and a function for the line of a row. `names` replaces the
 * column titles and may contain duplicates.
 */
export function csvOf<Row>(columns: Columns<Row>, names: readonly string[] = Object.keys(columns)) {
  const cells = Object.values(columns)
  return {
    head: `${names.map(textOf).join(',')}\r\n`,
    line: (row: Row) => `${cells.map((cell) => textOf(cell(row))).join(',')}\r\n`,
  }
}

/** Returns a cell as an import reads it again. A spreadsheet does not run texts as formulas. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  const safe = safeText(cell)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function safeText(cell: NonNullable<Cell>): string {
  if (typeof cell === 'string') return writeText(cell)
  if ('identifier' in cell) return writeIdentifier(cell.identifier)
  return 'decimal' in cell ? cell.decimal : writeCell(cell.cell)
}

export type Snapshots = {
  db: Db
  /** Whose download it is: the platform's or the operator's. */
  sharesAs: string
  readSnapshot: <T>(work: (db: Db) => AsyncIterable<T>) => AsyncGenerator<T>
}

/**
 * Returns all pages of a list as one CSV file, from one snapshot. Fails with `unavailable` if too many
 * files are being written, and with any error of the first page.
 */
export async function listAsCsv<Row>(
  call: Snapshots,
  { name, at, names }: { name: string; at: Date; names?: readonly string[] },
  columns: Columns<Row>,
  readPage: (db: Db, page: PageRequest) => Promise<Page<Row>>,
): Promise<FileReply> {
  const { head, line } = csvOf(columns, names)
  async function* texts() {
    yield spreadsheetMark + head
    for await (const rows of call.readSnapshot((inside) => pagesOf(inside, readPage)))
      yield* textsOf(rows, line)
  }
  return fileOf(call, { fileName: datedName(name, at, 'csv'), contentType: csvType }, texts)
}

/** A call of a list that is also a file. */
export type ListCall = Snapshots & {
  actor: { at: Date }
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

/** Returns the page that a query asks for, or all pages as a file of this name. */
export const pageOrFile = <Row>(
  call: ListCall,
  query: PageRequest & { format: 'json' | 'csv' },
  name: string,
  columns: Columns<Row>,
  readPage: (db: Db, page: PageRequest) => Promise<Page<Row>>,
): Promise<Page<Row> | FileReply> =>
  query.format === 'json'
    ? call.read((db) => readPage(db, query))
    : listAsCsv(call, { name, at: call.actor.at }, columns, readPage)

/** Returns a list that is one page of any length as a file. */
export const wholeAsCsv = <Row>(
  call: Snapshots,
  naming: { name: string; at: Date },
  columns: Columns<Row>,
  readRows: (db: Db) => Promise<Row[]>,
): Promise<FileReply> =>
  listAsCsv(call, naming, columns, async (db) => ({
    items: await readRows(db),
    next: null,
    previous: null,
    total: null,
    capped: false,
  }))

/** Reads the next page while the client receives the current one. */
async function* pagesOf<Row>(db: Db, readPage: (db: Db, page: PageRequest) => Promise<Page<Row>>) {
  let readMs = 0
  const read = async (cursor: string | undefined) => {
    await letOthersGo(readMs)
    const from = performance.now()
    const page = await readPage(db, { limit: rowsAtOnce, cursor, count: 'none' })
    readMs = performance.now() - from
    return page
  }
  const begin = (cursor?: string) => {
    const page = read(cursor)
    // Its error is thrown when the page is due. Until then it must not count as an unhandled
    // rejection.
    page.catch(() => {})
    return page
  }
  let reading = begin()
  try {
    for (;;) {
      const { items, next } = await reading
      if (next !== null) reading = begin(next)
      if (items.length > 0) yield items
      if (next === null) return
    }
  } finally {
    // The transaction must not end while a read is running.
    await reading.catch(() => {})
  }
}

export const csvType = 'text/csv; charset=utf-8'

export const datedName = (name: string, at: Date, extension: string) =>
  `${name}-${at.toISOString().slice(0, 10)}.${extension}`

/**
 * Returns these texts as a download. They are read at the pace of the client, which is cut
 * off if it stops. Fails with `unavailable` before the first text if too many files are being written.
 */
export async function fileOf(
  { db, sharesAs }: Pick<Snapshots, 'db' | 'sharesAs'>,
  { fileName, contentType }: { fileName: string; contentType: string },
  texts: () => AsyncIterable<string>,
): Promise<FileReply> {
  const cut = new AbortController()
  return {
    contentType,
    bytes: await started(inTurn(downloadsFrom(db), sharesAs, texts, () => cut.abort())),
    headers: { 'content-disposition': `attachment; filename="${fileName}"` },
    signal: cut.signal,
  }
}

/**
 * Returns the same chunks after reading the first two, so an early failure can still become an
 * error reply.
 */
async function started(texts: AsyncGenerator<Buffer>): Promise<AsyncIterable<Uint8Array>> {
  const first = [await texts.next(), await texts.next()]
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => first.shift() ?? texts.next(),
    // Also ends the query if the client disconnects before the first chunk.
    return: () => texts.return(undefined),
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
