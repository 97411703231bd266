import { readRows } from './reading.ts'

/* Also runs in a thread of its own (`reader.ts`): nothing of the server may be imported here. */

const rowsAtOnce = 1_000
/** Characters after which no further row is added to a message. */
const charactersAtOnce = 256 * 1024

/** Returns the header of a file and how many rows are below it. Throws `UnreadableFile`. */
export function countRows(bytes: Uint8Array): { header: string[]; rowCount: number } {
  const rows = readRows(bytes)
  const head = rows.next()
  const header = head.done ? [] : head.value.cells
  let rowCount = 0
  while (!rows.next().done) rowCount += 1
  return { header, rowCount }
}

/** The rows below the header, as JSON texts of a bounded size. */
export function* jsonOfRows(bytes: Uint8Array): Generator<string, undefined> {
  const rows = readRows(bytes)
  rows.next()
  let texts: string[] = []
  let length = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    texts.push(text)
    length += text.length
    if (texts.length < rowsAtOnce && length < charactersAtOnce) continue
    yield `[${texts.join(',')}]`
    texts = []
    length = 0
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`
}
