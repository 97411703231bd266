import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture as the web sends it. */
export const upload = (bytes: Buffer | string, contentType = 'image/png') => ({
  data: `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`,
  contentType,
})

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })

export const png = (width = 40, height = 30) => blank(width, height).png().toBuffer()

/** Taken sideways, with a place in its EXIF data. */
export const photograph = () =>
  blank(60, 40)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

export const svg = (inside: string, attributes = 'width="80" height="40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`

/** Within all limits of a drawing, and minutes of work. */
export const slowSvg = svg(
  `<filter id="f">${'<feMorphology operator="dilate" radius="250"/>'.repeat(9)}</filter>
   ${'<rect width="512" height="512" filter="url(#f)"/>'.repeat(100)}`,
  'width="512" height="512"',
)

/** Ten million rectangles in a few hundred characters. */
export const useBomb = svg(
  `<defs><rect id="u0" width="1" height="1"/>${Array.from(
    { length: 7 },
    (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`,
  ).join('')}</defs><use href="#u7"/>`,
)

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i))
  return bytes
}
/** Black and white, without a filter, not interlaced. */
const header = (width: number, height: number, depth = 1) =>
  chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([depth, 0, 0, 0, 0])]))
const end = chunk('IEND', Buffer.alloc(0))

/** Few bytes and very many pixels. */
export const vastPng = (side: number) =>
  Buffer.concat([
    signature,
    header(side, side),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side))),
    end,
  ])

/** A small PNG with so much in a chunk nobody knows that the file has this length. */
export async function pngOfLength(length: number) {
  const small = await png()
  const known = small.subarray(0, small.length - end.length)
  return Buffer.concat([known, chunk('juNk', Buffer.alloc(length - small.length - 12, 7)), end])
}

export function animatedPng(frames: number) {
  const pixels = deflateSync(Buffer.alloc(2 * 8))
  const control = (n: number) =>
    chunk('fcTL', Buffer.concat([numbers(n, 8, 8, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
  const later = Array.from({ length: frames - 1 }, (_, i) => [
    control(2 * i + 1),
    chunk('fdAT', Buffer.concat([numbers(2 * i + 2), pixels])),
  ])
  return Buffer.concat([
    signature,
    header(8, 8),
    chunk('acTL', numbers(frames, 0)),
    control(0),
    chunk('IDAT', pixels),
    ...later.flat(),
    end,
  ])
}

export const animatedGif = (frames: number) =>
  Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0', 'latin1'),
    ...Array.from({ length: frames }, () =>
      Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1'),
    ),
    Buffer.from(';'),
  ])

export const animatedWebp = (frames: number) =>
  sharp(Buffer.from(Array.from({ length: 16 * 16 * 3 * frames }, (_, i) => (i * 7919) % 256)), {
    raw: { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 },
  })
    .webp()
    .toBuffer()
