import { on } from 'node:events'
import { Worker as Thread } from 'node:worker_threads'
import { failField } from '../../errors.ts'
import { openTurnsByKey } from '../../concurrency/turns.ts'
import { countRows, jsonOfRows } from './file-rows.ts'
import type { ReaderInput, ReaderReply, ReaderRequest } from './reader.ts'
import { UnreadableFile } from './unreadable.ts'

const program = new URL('reader.ts', import.meta.url)

/** Files read at the same time in this process, one of each platform. Those that wait hold their bytes and nothing else. */
const turns = openTurnsByKey({ total: 2, each: 1, waiting: 16 }, 10_000)

/** Bytes that are parsed in few milliseconds, less than a thread takes to start. */
const smallFile = 64 * 1024

/** Megabytes a reader may take beside the file; it holds a few rows at a time. */
const readerMemory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }

/** A CSV file that can be read. */
export type CsvFile = {
  header: readonly string[]
  /** Rows below the header that are not blank. */
  rowCount: number
  /** The rows below the header, from the first one each time: JSON of up to 1,000 `FileRow`. */
  rows(): AsyncGenerator<string>
}

/**
 * Runs `work` with the file that these bytes are, in a turn of `key`. A large file is parsed in a thread of
 * its own, so requests go on meanwhile. Fails with `validation_failed` for what is no CSV in UTF-8.
 */
export async function withCsvFile<T>(
  key: string,
  bytes: Uint8Array,
  work: (file: CsvFile) => Promise<T>,
): Promise<T> {
  if (bytes.length <= smallFile) return readHere(bytes, work)
  const leave = await turns.enter(key)
  try {
    return await readInThread(bytes, work)
  } finally {
    leave()
  }
}

async function readHere<T>(bytes: Uint8Array, work: (file: CsvFile) => Promise<T>): Promise<T> {
  async function* rows() {
    yield* jsonOfRows(bytes)
  }
  return work({ ...countReadable(bytes), rows })
}

function countReadable(bytes: Uint8Array) {
  try {
    return countRows(bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) return failField('file', error.message)
    throw error
  }
}

async function readInThread<T>(bytes: Uint8Array, work: (file: CsvFile) => Promise<T>): Promise<T> {
  const workerData: ReaderInput = { bytes }
  const thread = new Thread(program, {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: readerMemory,
  })
  const replies = on(thread, 'message', { close: ['exit'] }) as AsyncIterator<[ReaderReply]>
  // Without a message it ended: an `error` was thrown to whoever waits for one.
  const nextReply = async (): Promise<ReaderReply> => {
    const reply = await replies.next()
    if (reply.done) throw new Error('The thread that reads a file ended')
    return reply.value[0]
  }
  const ask = (request: ReaderRequest) => {
    thread.postMessage(request)
    return nextReply()
  }
  try {
    const counted = await nextReply()
    if (counted.type === 'unreadable') return failField('file', counted.message)
    if (counted.type !== 'counted') throw new Error(`A reader began with ${counted.type}`)
    const { header, rowCount } = counted
    return await work({ header, rowCount, rows: () => rowsOf(ask) })
  } finally {
    await thread.terminate()
  }
}

async function* rowsOf(
  ask: (request: ReaderRequest) => Promise<ReaderReply>,
): AsyncGenerator<string> {
  for (let reply = await ask('restart'); reply.type === 'rows'; reply = await ask('next'))
    yield reply.json
}
