import type { FileReply } from '@stowage/contract/route'
import type { Db } from '../database/connect.ts'
import type { Page, PageRequest } from '../database/pages.ts'
import { fail } from '../errors.ts'

/** Rows read at a time: some hundred KB, which is all that a file of any length takes of memory. */
const rowsAtOnce = 2_000
/** Each keeps a connection to the database, of which the other requests need most. */
const mostAtOnce = 3
const retryAfter = 10

/** Tells a spreadsheet that what follows is UTF-8. */
export const spreadsheetMark = '\uFEFF'

/** Text, or a decimal number, which alone may begin with a minus sign. */
type Cell = string | null | { decimal: string }
/** A whole number as it stands in a file; nothing where there is none. */
export const numberText = (number: number | null) => (number === null ? null : String(number))

/** The columns of a file in their order, each with what stands in it. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/**
 * The first line of a file with these columns (RFC 4180), and the line of a row. `names` stand above the
 * columns where they are not ours, and two may be the same.
 */
export function csvOf<Row>(columns: Columns<Row>, names: readonly string[] = Object.keys(columns)) {
  const cells = Object.values(columns)
  return {
    head: `${names.map(textOf).join(',')}\r\n`,
    line: (row: Row) => `${cells.map((cell) => textOf(cell(row))).join(',')}\r\n`,
  }
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe instead. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell.decimal
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Snapshots = {
  db: Db
  readSnapshot: <T>(work: (db: Db) => AsyncIterable<T>) => AsyncGenerator<T>
}

/**
 * Every page of a list as one CSV file, from one snapshot. Fails with `unavailable` when three files
 * are being written already, and with whatever the first page fails with.
 */
export async function listAsCsv<Row>(
  { db, readSnapshot }: Snapshots,
  { name, at, names }: { name: string; at: Date; names?: readonly string[] },
  columns: Columns<Row>,
  readPage: (db: Db, page: PageRequest) => Promise<Page<Row>>,
): Promise<FileReply> {
  const { head, line } = csvOf(columns, names)
  async function* texts() {
    yield spreadsheetMark + head
    for await (const rows of readSnapshot((inside) => pagesOf(inside, readPage)))
      yield rows.map(line).join('')
  }
  return fileOf(db, { name, at, extension: 'csv', contentType: 'text/csv; charset=utf-8' }, texts)
}

/** The same of a list that is one page however long it is. */
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

/** While somebody takes a page, the database reads the next one. */
async function* pagesOf<Row>(db: Db, readPage: (db: Db, page: PageRequest) => Promise<Page<Row>>) {
  const begin = (cursor?: string) => {
    const page = readPage(db, { limit: rowsAtOnce, cursor, count: 'none' })
    // Heard when it is its turn; until then it must not count as unheard.
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
    // Where nobody wants more, nothing may be asked of a transaction that has ended.
    await reading.catch(() => {})
  }
}

// How many files are being written, by the database that they are read from.
const atWork = new WeakMap<Db, number>()

type Naming = { name: string; at: Date; extension: string; contentType: string }

/**
 * These texts as a file for saving, named after the day. They are asked for as fast as the caller
 * takes them. Fails with `unavailable` when three files are being written from this database.
 */
export async function fileOf(
  db: Db,
  { name, at, extension, contentType }: Naming,
  texts: () => AsyncIterable<string>,
): Promise<FileReply> {
  async function* counted() {
    const running = atWork.get(db) ?? 0
    if (running >= mostAtOnce) fail('unavailable', { retryAfter })
    atWork.set(db, running + 1)
    try {
      for await (const text of texts()) yield Buffer.from(text)
    } finally {
      atWork.set(db, (atWork.get(db) ?? 1) - 1)
    }
  }
  const day = at.toISOString().slice(0, 10)
  return {
    contentType,
    bytes: await started(counted()),
    headers: { 'content-disposition': `attachment; filename="${name}-${day}.${extension}"` },
  }
}

/** The same pieces, the first two of which exist: what fails at the start is still an answer. */
async function started(texts: AsyncGenerator<Buffer>): Promise<AsyncIterable<Uint8Array>> {
  const first = [await texts.next(), await texts.next()]
  const iterator: AsyncIterator<Uint8Array> = {
    next: async () => first.shift() ?? texts.next(),
    // Ends the query too when the file is given up before anybody took a piece of it.
    return: () => texts.return(undefined),
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
