import type { Readable } from 'node:stream'

const kinds = ['png', 'jpeg', 'webp', 'gif', 'avif', 'svg'] as const
const shapes = ['logo', 'avatar', 'photo'] as const

/** The image format, detected by the first bytes, never by the name. */
export type Kind = (typeof kinds)[number]
/** A logo fits into 512 × 512 pixels. An avatar fills 256 × 256. A photo fits into 1280 × 1280. */
export type Shape = (typeof shapes)[number]
export type Job = { kind: Kind; shape: Shape; bytes: Buffer }
/** A photo is WebP only, because its PNG would be many times larger: `png` is empty. */
export type Picture = { png: Buffer; webp: Buffer }

/** Sent by the decoder when it is ready. */
export const ready = Buffer.from([1])

const jobHead = 6
const answerHead = 8
/** 512 × 512 pixels of noise with transparency are just over 1 MB, a photo is well below. */
const mostAnswerBytes = 2 * 1024 * 1024
/** Maximum length of an answer. */
export const longestAnswer = answerHead + 2 * mostAnswerBytes

type Take = (length: number) => Promise<Buffer | undefined>

/** Returns the message for a job: kind, shape, length, bytes. */
export function writeJob({ kind, shape, bytes }: Job): Buffer[] {
  const head = Buffer.alloc(jobHead)
  head.writeUInt8(kinds.indexOf(kind), 0)
  head.writeUInt8(shapes.indexOf(shape), 1)
  head.writeUInt32BE(bytes.length, 2)
  return [head, bytes]
}

/** Reads the next job, or undefined at the end. */
export async function readJob(take: Take): Promise<Job | undefined> {
  const head = await take(jobHead)
  const kind = head && kinds[head.readUInt8(0)]
  const shape = head && shapes[head.readUInt8(1)]
  const bytes = head && (await take(head.readUInt32BE(2)))
  return kind && shape && bytes && { kind, shape, bytes }
}

/** Returns the answer: two lengths and two files, both empty for an unreadable image. */
export function writeAnswer(picture: Picture | undefined): Buffer {
  const { png, webp } = picture ?? { png: Buffer.alloc(0), webp: Buffer.alloc(0) }
  const head = Buffer.alloc(answerHead)
  head.writeUInt32BE(png.length, 0)
  head.writeUInt32BE(webp.length, 4)
  return Buffer.concat([head, png, webp])
}

/**
 * Reads the result of a job. Returns `broken` if the decoder ended or sent an invalid answer,
 * because an image may have compromised it.
 */
export async function readAnswer(take: Take): Promise<Picture | 'unreadable' | 'broken'> {
  const head = await take(answerHead)
  const lengths = head && [head.readUInt32BE(0), head.readUInt32BE(4)]
  if (!lengths || lengths.some((length) => length > mostAnswerBytes)) return 'broken'
  if (lengths.every((length) => length === 0)) return 'unreadable'
  const [png, webp] = [await take(lengths[0] ?? 0), await take(lengths[1] ?? 0)]
  const isPng = png?.length === 0 || png?.toString('latin1', 1, 4) === 'PNG'
  const isWebp = webp?.toString('latin1', 8, 12) === 'WEBP'
  return isPng && isWebp ? { png, webp } : 'broken'
}

/**
 * Reads a stream in pieces of known length. Returns undefined once it ends early. Always keeps
 * reading, so an end is noticed immediately. Ends the stream if more than `most` bytes accumulate.
 */
export function readerOf(stream: Readable, most: number): Take {
  let parts: Buffer[] = []
  let held = 0
  let ended = false
  let wake = () => {}
  stream.on('data', (part: Buffer) => {
    parts.push(part)
    held += part.length
    if (held > most) stream.destroy()
    wake()
  })
  for (const event of ['end', 'error', 'close'])
    stream.on(event, () => {
      ended = true
      wake()
    })
  return async (length) => {
    while (held < length) {
      if (ended) return undefined
      await new Promise<void>((resolve) => (wake = resolve))
    }
    const all = Buffer.concat(parts)
    parts = [all.subarray(length)]
    held -= length
    return all.subarray(0, length)
  }
}
