import { maxImageBytes } from '@stowage/contract/fields'
import { describe, expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { readUpload } from './upload.ts'

const heads = {
  png: '\x89PNG\r\n\x1a\n',
  jpeg: '\xff\xd8\xff\xe0',
  webp: 'RIFF\0\0\0\0WEBPVP8 ',
  gif: 'GIF89a',
  avif: '\0\0\0\x1cftypavif\0\0\0\0',
  svg: '\ufeff\n<svg/>',
}
const bytesOf = (kind: keyof typeof heads) =>
  Buffer.from(heads[kind], kind === 'svg' ? 'utf8' : 'latin1')
const base64 = (bytes: Buffer) => bytes.toString('base64')
const data = (type: string, text: string) => `data:${type};base64,${text}`

function outcome(upload: { data: string; contentType: string }, shape: 'logo' | 'avatar' = 'logo') {
  try {
    return readUpload(upload, shape).kind
  } catch (error) {
    return error instanceof Failure ? `${error.status} ${error.code} ${error.message}` : error
  }
}
const notAnImage = '400 validation_failed Please upload an image file'
const unreadable = '422 image_invalid The image could not be read. Use PNG, JPG or SVG.'

describe('an upload', () => {
  test.each([
    ['image/png', 'png'],
    ['image/jpeg', 'jpeg'],
    ['image/jpg', 'jpeg'],
    ['IMAGE/JPEG', 'jpeg'],
    ['image/webp', 'webp'],
    ['image/gif', 'gif'],
    ['image/avif', 'avif'],
    ['image/svg+xml', 'svg'],
  ] as const)('of %s is read as %s', (type, kind) => {
    const text = base64(bytesOf(kind))
    expect(outcome({ data: data(type, text), contentType: type })).toBe(kind)
    expect(readUpload({ data: data(type, text), contentType: type }, 'logo').bytes).toEqual(
      bytesOf(kind),
    )
  })

  test('matches its type in either spelling', () => {
    const text = base64(bytesOf('jpeg'))
    expect(outcome({ data: data('image/jpg', text), contentType: 'image/jpeg' })).toBe('jpeg')
    expect(outcome({ data: data('image/png', text), contentType: 'image/jpeg' })).toBe(notAnImage)
  })

  test.each(['bmp', 'tiff', 'heic', 'svg', 'x-icon', 'pdf'])('of image/%s is refused', (type) => {
    const upload = { data: data(`image/${type}`, 'AAAA'), contentType: `image/${type}` }
    expect(outcome(upload)).toBe(unreadable)
  })

  test('has the type of its first bytes', () => {
    for (const told of ['png', 'jpeg', 'webp', 'gif', 'avif', 'svg'] as const)
      for (const real of ['png', 'jpeg', 'webp', 'gif', 'avif', 'svg'] as const) {
        const type = told === 'svg' ? 'image/svg+xml' : `image/${told}`
        const upload = { data: data(type, base64(bytesOf(real))), contentType: type }
        expect(outcome(upload)).toBe(told === real ? told : unreadable)
      }
  })

  test.each([
    ['without padding', 'iVBORw0KGg'],
    ['with too much padding', 'iVBORw0KGg==='],
    ['with padding inside', 'iVBO=Rw0KGgo'],
    ['with a line break', 'iVBORw0K\nGgo='],
    ['of the other alphabet', 'iVBORw0K-_o='],
    ['with bits left over', 'iVBORw0KGgp='],
    ['with something after it', 'iVBORw0KGgo=,iVBO'],
  ])('refuses %s', (_what, text) => {
    expect(outcome({ data: data('image/png', text), contentType: 'image/png' })).toBe(notAnImage)
  })

  test('U09 may have ten megabytes and is refused above with its own message', () => {
    const picture = Buffer.alloc(maxImageBytes + 1)
    bytesOf('png').copy(picture)
    const of = (length: number) => ({
      data: data('image/png', base64(picture.subarray(0, length))),
      contentType: 'image/png',
    })
    expect(outcome(of(maxImageBytes))).toBe('png')
    expect(outcome(of(maxImageBytes + 1))).toBe(
      '413 payload_too_large Logo must be 10 MB or smaller.',
    )
    expect(outcome(of(maxImageBytes + 1), 'avatar')).toBe(
      '413 payload_too_large Avatar must be 10 MB or smaller.',
    )
  })
})
