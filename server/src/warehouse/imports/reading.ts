import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CsvError } from 'csv-parse'
import { fail } from '../../errors.ts'

const sliceSize = 64 * 1024
/** Characters one row may have; what is longer is a quote nobody closed. */
const longestRow = 128 * 1024
const mostColumns = 200

/** One row of a file: its number as a spreadsheet counts, and its cells. */
export type FileRow = { rowNo: number; cells: string[] }

/**
 * The rows of a CSV file, blank ones left out, the words above the columns as row 1 or wherever the
 * first row with something in it stands. Comma, semicolon and tab are told apart by that row. Takes
 * the memory of a few rows. Fails with `validation_failed` for what is no CSV in UTF-8, and says where.
 */
export async function* readRows(bytes: Uint8Array): AsyncGenerator<FileRow> {
  refuseOtherFormats(bytes)
  // Loaded when the first file comes: a server that imports nothing saves its memory.
  const csv = await import('csv-parse')
  const parser = csv.parse({
    bom: true,
    delimiter: separatorOf(bytes),
    // An inch sign in the middle of a cell is no quote.
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: longestRow,
  })
  // Heard through the rows below; unheard here it would end the process.
  const fed = pipeline(Readable.from(slicesOf(bytes)), parser).catch(() => {})
  let rowNo = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      rowNo += 1
      if (cells.length > mostColumns) refuse(`Row ${rowNo} has more than ${mostColumns} columns.`)
      if (cells.some((cell) => cell.trim() !== ''))
        yield { rowNo, cells: cells.map((cell) => plain(cell)) }
    }
  } catch (error) {
    if (error instanceof csv.CsvError) refuse(sentenceOf(error))
    throw error
  } finally {
    parser.destroy()
    await fed
  }
}

/** Line breaks as everywhere else, and no NUL, which the database cannot keep; its sign shows where. */
const plain = (cell: string) => cell.replace(/\r\n?/g, '\n').replaceAll('\0', '\u2400')

function* slicesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += sliceSize) yield bytes.subarray(at, at + sliceSize)
}

function refuseOtherFormats(bytes: Uint8Array) {
  if (bytes.length === 0) refuse('The file is empty.')
  const [first = 0, second = 0] = bytes
  if (first === 0x50 && second === 0x4b)
    refuse('This is an Excel workbook. Save it as “CSV UTF-8” and choose that file.')
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    refuse('The file is written in UTF-16. Save it as “CSV UTF-8” and choose that file.')
  if (!isUtf8(bytes))
    refuse(
      `Line ${lineOfOtherText(bytes)} is not UTF-8. Save the file as “CSV UTF-8” and choose that one.`,
    )
}

/** The first line that is not UTF-8. A line break is one byte and part of no other character. */
function lineOfOtherText(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let line = 1
  for (let from = 0; from < text.length; line++) {
    const end = text.indexOf(10, from)
    const to = end === -1 ? text.length : end
    if (!isUtf8(text.subarray(from, to))) return line
    from = to + 1
  }
  return line
}

const separators = [',', ';', '\t']

/** The separator the first line has most of, outside of quotes. */
function separatorOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, sliceSize)).toString('utf8')
  const line =
    start
      .replace(/^\uFEFF?\s*/, '')
      .replace(/"[^"]*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? ''
  const counted = separators.map((separator) => line.split(separator).length)
  return separators[counted.indexOf(Math.max(...counted))] ?? ','
}

/** The rows read before the one at fault are counted by the parser; some of them never arrive here. */
function sentenceOf({ code, records }: CsvError & { records?: number }): string {
  const rowNo = (records ?? 0) + 1
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return `Row ${rowNo} begins with a quotation mark that is never closed, or is far too long.`
  return `Row ${rowNo} cannot be read as CSV.`
}

/** The file as a whole cannot be used. */
export const refuse = (message: string): never =>
  fail('validation_failed', { message, details: [{ path: 'file', message }] })
