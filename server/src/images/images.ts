import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { fail } from '../errors.ts'
import { limitConcurrency, type Load } from '../concurrency.ts'
import { startDecoder, type Decoder, type Limits } from './decoder.ts'
import { readUpload, type Upload } from './upload.ts'
import type { Job, Picture, Shape } from './wire.ts'

export type Images = {
  /**
   * An uploaded picture, decoded and written anew as PNG and WebP: a logo fits into 512 × 512, an
   * avatar fills 256 × 256. Fails with `validation_failed`, `payload_too_large` or `image_invalid`
   * for what is sent, and with `unavailable` when too many are waiting or the machine is too busy.
   */
  convert(upload: Upload, shape: Shape): Promise<Picture>
  /** For the metrics. */
  readonly load: Load
  /** Ends all decoders; what they are working on fails. */
  close(): Promise<void>
}

type Settings = Limits & {
  /** Decoders at once. */
  decoders: number
  /** Pictures that may wait for one. */
  waiting: number
  /** Milliseconds a decoder waits for the next picture before it is ended. */
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

/** Nothing runs until the first picture arrives. `settings` are for tests. */
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
      // One that has ended meanwhile is not this picture's fault.
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
