import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

const mostBytes = 25 * 1024 * 1024
const tooLarge =
  'A file may have at most 25 MB. Split it and read the parts in one after the other.'
const unsupported = 'Send the file as text/csv.'

/** Hands CSV on unread, so that nobody's file is taken in before it is known who sends it. */
export function acceptCsvBodies(app: FastifyInstance) {
  app.addContentTypeParser(
    'text/csv',
    async (_request: FastifyRequest, payload: Readable) => payload,
  )
}

const isCsv = ({ headers }: FastifyRequest) =>
  /^text\/csv(\s*;|$)/i.test(headers['content-type'] ?? '')

/** Every other route takes JSON only. */
export function requireJson(request: FastifyRequest): FastifyRequest {
  if (isCsv(request)) fail('unsupported_media_type')
  return request
}

/** The whole file; fails with `payload_too_large` as soon as it is. */
export async function readCsv(request: FastifyRequest): Promise<Uint8Array> {
  if (!isCsv(request)) fail('unsupported_media_type', { message: unsupported })
  if (Number(request.headers['content-length'] ?? 0) > mostBytes)
    fail('payload_too_large', { message: tooLarge })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request.body as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > mostBytes) fail('payload_too_large', { message: tooLarge })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')
