import { imageTooLarge, maxImageBytes, notAnImage } from '@stowage/contract/fields'
import { fail, failField } from '../errors.ts'
import type { Job, Kind, Shape } from './wire.ts'

/** An uploaded image. The contract has checked the prefix of `data`. */
export type Upload = { data: string; contentType: string }

const kinds: Record<string, Kind> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}

/**
 * Returns the bytes and kind of an upload. Fails with 400 if it is not an image data URL, 413 if
 * too large, and `image_invalid` for an unsupported kind or if the first bytes do not match.
 */
export function readUpload({ data, contentType }: Upload, shape: Shape): Job {
  const comma = data.indexOf(',')
  const type = typeOf(data.slice('data:'.length, data.indexOf(';')))
  if (type !== typeOf(contentType)) noImage('contentType')
  const text = data.slice(comma + 1)
  const padding = /={0,2}$/.exec(text.slice(-2))?.[0].length ?? 0
  if ((text.length / 4) * 3 - padding > maxImageBytes)
    fail('payload_too_large', { message: imageTooLarge[shape] })
  const bytes = Buffer.from(text, 'base64')
  // Node's decoder skips invalid characters and padding, so compare with the exact encoding.
  if (bytes.toString('base64') !== text) noImage('data')
  const kind = kinds[type]
  if (!kind || !begins[kind](bytes)) fail('image_invalid')
  return { kind, shape, bytes }
}

const noImage = (path: string): never => failField(path, notAnImage)

const typeOf = (text: string) => text.toLowerCase().replace('image/jpg', 'image/jpeg')

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

const begins: Record<Kind, (bytes: Buffer) => boolean> = {
  png: (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  jpeg: (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff',
  webp: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
  gif: (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)),
  // The major brand or one of the compatible brands.
  avif: (bytes) => ascii(bytes, 4, 8) === 'ftyp' && /avi[fs]/.test(ascii(bytes, 8, 64)),
  svg: (bytes) => /^(?:\xef\xbb\xbf)?\s*</.test(ascii(bytes, 0, 256)),
}
