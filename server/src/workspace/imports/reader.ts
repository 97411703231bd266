import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../give-way.ts'
import { readRows } from './reading.ts'
import { UnreadableFile } from './unreadable.ts'

/* The thread that reads one CSV file: it counts the rows first, then gives them out as often as asked. */

/** What the thread is started with: the bytes, shared with the server and never copied. */
export type ReaderInput = { bytes: Uint8Array }

/** Asks for the next rows, from the first one again with `restart`. */
export type ReaderRequest = 'restart' | 'next'

export type ReaderReply =
  | { type: 'counted'; header: string[]; rowCount: number }
  /** JSON of an array of `FileRow`. */
  | { type: 'rows'; json: string }
  | { type: 'end' }
  | { type: 'unreadable'; message: string }

const rowsAtOnce = 1_000
/** Characters after which no further row is added to a message. */
const charactersAtOnce = 256 * 1024

giveWay()
const { bytes } = workerData as ReaderInput
const port = parentPort
if (!port) throw new Error('This file is run as a worker thread')
const send = (reply: ReaderReply) => port.postMessage(reply)

function count(): ReaderReply {
  const rows = readRows(bytes)
  const head = rows.next()
  const header = head.done ? [] : head.value.cells
  let rowCount = 0
  while (!rows.next().done) rowCount += 1
  return { type: 'counted', header, rowCount }
}

/** The rows below the header, as JSON texts of a bounded size. */
function* jsonOfRows(): Generator<string, undefined> {
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

async function answerRequests(): Promise<never> {
  let rows = jsonOfRows()
  for (;;) {
    const [request] = (await once(port as NonNullable<typeof port>, 'message')) as [ReaderRequest]
    if (request === 'restart') rows = jsonOfRows()
    const { done, value } = rows.next()
    send(done ? { type: 'end' } : { type: 'rows', json: value })
  }
}

try {
  send(count())
  await answerRequests()
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  send({ type: 'unreadable', message: error.message })
}
