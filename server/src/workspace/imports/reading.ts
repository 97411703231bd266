import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { parseRow } from './csv-row.ts'
import { refuse } from './unreadable.ts'

/* Runs in a thread of its own (`reader.ts`): nothing of the server may be imported here. */

const sliceSize = 64 * 1024
/** Characters of one row; what is longer is a quote nobody closed. */
const maxRowLength = 128 * 1024
const maxColumns = 200
/** As many rows as a spreadsheet has, blank ones included. */
const maxRows = 1_048_576
const maxCells = 10_000_000

/** One row of a file: its number as a spreadsheet counts, and its cells. */
export type FileRow = { rowNo: number; cells: string[] }

/**
 * Yields the rows of a CSV file without the blank ones; the first is the header. Comma, semicolon and
 * tab are told apart by the first line, unless a `sep=` line of Excel names the separator. Lines may
 * end in CRLF, LF or CR, mixed in one file. Blank rows and cells count against the limits.
 * Throws `UnreadableFile` for what is no CSV in UTF-8 or exceeds a limit.
 */
export function* readRows(bytes: Uint8Array): Generator<FileRow> {
  refuseOtherFormats(bytes)
  const { separator, start } = formatOf(bytes)
  let cellCount = 0
  let rowNo = 0
  for (const cells of splitRows(bytes.subarray(start), separator)) {
    rowNo += 1
    cellCount += cells.length
    if (rowNo > maxRows) refuse('The file has more than 1,048,576 rows. Split it.')
    if (cellCount > maxCells) refuse('The file has more than 10,000,000 cells. Split it.')
    if (cells.some((cell) => cell.trim() !== '')) yield { rowNo, cells: cells.map(cleaned) }
  }
}

/** Every row of the text, blank ones too. Holds one row and one slice of the text at a time. */
function* splitRows(bytes: Uint8Array, separator: string): Generator<string[]> {
  const slices = textSlices(bytes)
  let { text, isLast } = slices.next().value ?? { text: '', isLast: true }
  let at = 0
  for (let rowNo = 1; ;) {
    const row = parseRow(text, at, { separator, isLast, maxColumns })
    if (row === 'too_many_columns') refuse(`Row ${rowNo} has more than ${maxColumns} columns.`)
    const length = (typeof row === 'object' ? row.end : text.length) - at
    if (length > maxRowLength) refuse(endlessRow(rowNo))
    if (typeof row === 'object') {
      yield row.cells
      rowNo += 1
      at = row.end
    } else if (isLast && at === text.length) return
    else if (isLast) refuse(endlessRow(rowNo))
    else {
      const next = slices.next().value ?? { text: '', isLast: true }
      text = text.slice(at) + next.text
      isLast = next.isLast
      at = 0
    }
  }
}

const endlessRow = (rowNo: number) => `Row ${rowNo} has an unclosed quotation mark or is too long.`

function* textSlices(bytes: Uint8Array): Generator<{ text: string; isLast: boolean }, undefined> {
  const decoder = new StringDecoder('utf8')
  for (let at = 0; at < bytes.length; at += sliceSize) {
    const slice = bytes.subarray(at, at + sliceSize)
    const text = decoder.write(Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength))
    yield { text, isLast: at + sliceSize >= bytes.length }
  }
}

/** Line breaks as everywhere else, and no NUL, which the database cannot keep; its sign shows where. */
const cleaned = (cell: string) => cell.replace(/\r\n?/g, '\n').replaceAll('\0', '\u2400')

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

/** Excel’s own first line, such as `sep=;`, which names the separator and is no row. */
const separatorLine = /^"?sep=([^"\r\n\p{L}\p{N}\p{Cs}])"?(?:\r\n|\n|\r)/iu

/** The separator of the cells and the byte at which the rows start. */
function formatOf(bytes: Uint8Array): { separator: string; start: number } {
  const text = Buffer.from(bytes.subarray(0, sliceSize)).toString('utf8')
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const rest = text.slice(mark.length)
  const [said = '', separator] = separatorLine.exec(rest) ?? []
  const start = Buffer.byteLength(mark + said)
  return { separator: separator ?? commonSeparator(rest), start }
}

/** The separator the first line with something in it has most of, outside of quotes. */
function commonSeparator(text: string): string {
  const [line = ''] = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}
