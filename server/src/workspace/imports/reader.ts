import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../../concurrency/give-way.ts'
import { countRows, jsonOfRows } from './file-rows.ts'
import { UnreadableFile } from './unreadable.ts'

/* The thread that reads one CSV file: it counts the rows first, then gives them out as often as asked. */

/** Input of the reader thread: the bytes, shared with the server and never copied. */
export type ReaderInput = { bytes: Uint8Array }

/** Asks for the next rows, from the first one again with `restart`. */
export type ReaderRequest = 'restart' | 'next'

export type ReaderReply =
  | { type: 'counted'; header: string[]; rowCount: number }
  /** JSON of an array of `FileRow`. */
  | { type: 'rows'; json: string }
  | { type: 'end' }
  | { type: 'unreadable'; message: string }

giveWay()
const { bytes } = workerData as ReaderInput
const port = parentPort
if (!port) throw new Error('This file is run as a worker thread')
const send = (reply: ReaderReply) => port.postMessage(reply)

async function answerRequests(): Promise<never> {
  let rows = jsonOfRows(bytes)
  for (;;) {
    const [request] = (await once(port as NonNullable<typeof port>, 'message')) as [ReaderRequest]
    if (request === 'restart') rows = jsonOfRows(bytes)
    const { done, value } = rows.next()
    send(done ? { type: 'end' } : { type: 'rows', json: value })
  }
}

try {
  send({ type: 'counted', ...countRows(bytes) })
  await answerRequests()
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  send({ type: 'unreadable', message: error.message })
}
