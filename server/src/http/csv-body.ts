import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'
import { openTurnsByKey } from '../concurrency/turns.ts'

const mostBytes = 25 * 1024 * 1024
const tooLarge =
  'A file may have at most 25 MB. Split it and read the parts in one after the other.'
const unsupported = 'Send the file as text/csv.'

/** Turns of uploads by platform. There are few, because each file is held in memory. */
export const fileReads = openTurnsByKey({ total: 12, each: 2, waiting: 20 })

/** Passes CSV bodies on unread, so a file is received only after authorization. */
export function acceptCsvBodies(app: FastifyInstance) {
  app.addContentTypeParser(
    'text/csv',
    async (_request: FastifyRequest, payload: Readable) => payload,
  )
}

const isCsv = ({ headers }: FastifyRequest) =>
  /^text\/csv(\s*;|$)/i.test(headers['content-type'] ?? '')

/** Refuses other content types than JSON. */
export function requireJson(request: FastifyRequest): FastifyRequest {
  if (isCsv(request)) fail('unsupported_media_type')
  return request
}

/** A received file: its bytes, shared with worker threads, and their digest. */
type ReceivedFile = { bytes: Uint8Array; digest: string }

/** Receives the whole file. Fails with `payload_too_large` as soon as it exceeds the limit. */
export async function readCsv(request: FastifyRequest): Promise<ReceivedFile> {
  if (!isCsv(request)) fail('unsupported_media_type', { message: unsupported })
  if (Number(request.headers['content-length'] ?? 0) > mostBytes)
    fail('payload_too_large', { message: tooLarge })
  // Reserves address space only. Memory is allocated as data arrives.
  const memory = new SharedArrayBuffer(0, { maxByteLength: mostBytes })
  const hash = createHash('sha256')
  for await (const piece of request.body as AsyncIterable<Buffer>) {
    const size = memory.byteLength
    if (size + piece.length > mostBytes) fail('payload_too_large', { message: tooLarge })
    memory.grow(size + piece.length)
    new Uint8Array(memory, size).set(piece)
    hash.update(piece)
  }
  return { bytes: new Uint8Array(memory), digest: hash.digest('base64') }
}
