import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { fail } from '../errors.ts'
import { limitConcurrency, type Load } from '../concurrency/limit.ts'
import { startDecoder, type Decoder, type Limits } from './decoder.ts'
import { readUpload, type Upload } from './upload.ts'
import type { Job, Picture, Shape } from './wire.ts'

export type Images = {
  /**
   * Decodes an uploaded image and encodes it as PNG and WebP. A logo fits into 512 × 512, an avatar
   * fills 256 × 256. A photo is WebP only and fits into 1280 × 1280. Fails with `validation_failed`, `payload_too_large` or `image_invalid` for a
   * bad upload, and with `unavailable` if the server is too busy.
   */
  convert(upload: Upload, shape: Shape): Promise<Picture>
  /** For the metrics. */
  readonly load: Load
  /** Ends all decoders. Running conversions fail. */
  close(): Promise<void>
}

type Settings = Limits & {
  /** Number of decoders. */
  decoders: number
  /** Number of images that may wait. */
  waiting: number
  /** Milliseconds before an idle decoder is ended. */
  idle: number
}

const usual: Settings = {
  time: 3_000,
  memory: 256 * 1024 * 1024,
  decoders: availableParallelism(),
  waiting: 16,
  idle: 10_000,
}
const retryAfter = 5

/** Starts nothing until the first image. `settings` are for tests. */
export function openImages(log: Logger, settings: Partial<Settings> = {}): Images {
  const { decoders, waiting, idle, ...limits } = { ...usual, ...settings }
  const turns = limitConcurrency({ running: decoders, waiting, retryAfter })
  const all = new Set<Decoder>()
  const resting = new Map<Decoder, NodeJS.Timeout>()
  let closed = false

  const end = async (decoder: Decoder) => {
    clearTimeout(resting.get(decoder))
    resting.delete(decoder)
    await decoder.stop()
    all.delete(decoder)
  }

  const wake = async (): Promise<Decoder> => {
    for (const [decoder, timer] of resting) {
      clearTimeout(timer)
      resting.delete(decoder)
      // A decoder that ended earlier is not the fault of this image.
      if (await decoder.isFit()) return decoder
      await end(decoder)
    }
    const decoder = (await startDecoder(log, limits)) ?? unavailable()
    all.add(decoder)
    return decoder
  }

  const decode = async (job: Job): Promise<Picture> => {
    if (closed) unavailable()
    const decoder = await wake()
    if (closed) await end(decoder)
    const picture = await decoder.decode(job)
    if (!closed && (await decoder.isFit()))
      resting.set(
        decoder,
        setTimeout(() => void end(decoder), idle),
      )
    else await end(decoder)
    if (closed || picture === 'late') return unavailable()
    return picture === 'unreadable' ? fail('image_invalid') : picture
  }

  return {
    load: turns,
    async convert(upload, shape) {
      const job = readUpload(upload, shape)
      return turns.run(() => decode(job))
    },
    async close() {
      closed = true
      await Promise.all([...all].map(end))
    },
  }
}

const unavailable = (): never => fail('unavailable', { retryAfter })
