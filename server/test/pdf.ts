import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import type bidi from 'bidi-js'

const require = createRequire(import.meta.url)
const { getEmbeddingLevels, getReorderedString } = (require('bidi-js') as typeof bidi.default)()

/** `end` is where the line of text ends, from the left. */
export type PdfText = {
  text: string
  x: number
  end: number
  y: number
  size: number
  font: string
}

export type PdfPage = {
  /** Points. */
  width: number
  height: number
  /** Text, line by line, in the order it was written. */
  texts: string[]
  /** The same with where it is: points from the lower left corner, and the size of its letters. */
  lines: PdfText[]
  /** Filled rectangles, such as bars, as a picture of the same size. */
  svg: string
}

type Font = { name: string; isEmbedded: boolean; read: (hex: string) => string; widths: number[] }

/** Reads the pages of a PDF that pdfkit wrote with embedded fonts. */
export function readPdf(pdf: Buffer): PdfPage[] {
  const file = pdf.toString('latin1')
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id = '', text = '']) => [
      id,
      text,
    ]),
  )
  const objectAt = (from: string, key: string) =>
    objects.get(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(from)?.[1] ?? '') ?? ''
  const known = new Map<string, Font>()
  const fontOf = (id: string): Font => {
    const found = known.get(id)
    if (found) return found
    const font = objects.get(id) ?? ''
    const letters = objectAt(font, 'DescendantFonts')
    const made = {
      name: /\/BaseFont \/\w+\+(\S+)/.exec(font)?.[1] ?? '',
      isEmbedded: /\/FontFile2 \d+ 0 R/.test(objectAt(letters, 'FontDescriptor')),
      read: lettersIn(streamOf(objectAt(font, 'ToUnicode'))),
      widths: (/\/W \[0 \[([^\]]*)\]/.exec(letters)?.[1] ?? '').split(' ').map(Number),
    }
    known.set(id, made)
    return made
  }
  return [...objects.values()]
    .filter((text) => /\/Type \/Page\n/.test(text))
    .map((page) => {
      const [, width = 0, height = 0] = (/MediaBox \[0 0 ([\d.]+) ([\d.]+)/.exec(page) ?? []).map(
        Number,
      )
      const fonts = /\/Font <<([^>]*)>>/.exec(objectAt(page, 'Resources'))?.[1] ?? ''
      const content = streamOf(objectAt(page, 'Contents'))
      const lines = linesOf(content, (name) =>
        fontOf(new RegExp(`/${name} (\\d+) 0 R`).exec(fonts)?.[1] ?? ''),
      )
      const rects = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\n(?!S)/g)].map(
        ([, x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`,
      )
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}">${rects.join('')}</svg>`
      return { width, height, texts: lines.map(({ text }) => text), lines, svg }
    })
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

const piece =
  /\/Span <<\n\/ActualText \(([^]*?)\)\n>> BDC|1 0 0 1 ([-\d.]+) ([-\d.]+) Tm\n\/(F\d+) ([\d.]+) Tf\n((?:\[.*?\] TJ\n?|.*? Tm\n?)*)/g

const escaped: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Runs that follow each other without a gap are a line; what is from right to left is put in its order. */
function linesOf(content: string, fontOf: (name: string) => Font): PdfText[] {
  const runs: PdfText[] = []
  let actual: string | undefined
  for (const [, marked, x, y, name = '', sizeText, shown = ''] of content.matchAll(piece)) {
    if (marked !== undefined) {
      const plain = marked.replaceAll(/\\([^])/g, (_, one: string) => escaped[one] ?? one)
      actual = Buffer.from(plain, 'latin1').swap16().toString('utf16le').slice(1)
      continue
    }
    const font = fontOf(name)
    const size = Number(sizeText)
    let text = ''
    let from = Number(x)
    let end = from
    for (const [, moved, array = ''] of shown.matchAll(
      /1 0 0 1 ([-\d.]+) [-\d.]+ Tm|\[(.*?)\] TJ/g,
    )) {
      if (moved !== undefined) from = Number(moved)
      let units = 0
      for (const [, hex, back] of array.matchAll(/<([\da-f]+)>|(-?[\d.]+)(?= |$)/g)) {
        units -= Number(back ?? 0)
        for (const code of hex?.match(/.{4}/g) ?? []) units += font.widths[parseInt(code, 16)] ?? 0
        text += hex ? font.read(hex) : ''
      }
      // Marks are put above and below letters, and the line goes on where it was.
      if (units > 0) end = from + (units * size) / 1000
      from = end
    }
    const at = { x: Number(x), y: Number(y), size, font: font.isEmbedded ? font.name : '' }
    const last = runs.at(-1)
    const run = { ...at, text: actual ?? text, end }
    actual = undefined
    if (last && last.y === run.y && last.size === size && Math.abs(last.end - run.x) < 0.05) {
      last.text += run.text
      last.end = end
    } else runs.push(run)
  }
  return runs.map((line) => ({ ...line, text: inReadingOrder(line.text) }))
}

/** Reordering what was reordered gives what it was before, where one line has no more than two directions. */
const inReadingOrder = (text: string) =>
  rightToLeft.test(text) ? getReorderedString(text, getEmbeddingLevels(text)) : text

function streamOf(object: string): string {
  const from = object.indexOf('stream\n') + 'stream\n'.length
  const bytes = Buffer.from(object.slice(from, object.lastIndexOf('\nendstream')), 'latin1')
  return inflateSync(bytes).toString('latin1')
}

/** Returns what turns glyphs into letters, as the font's own table says. */
function lettersIn(table: string): (hex: string) => string {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([\da-f]+)> <[\da-f]+> \[(.*?)\]/g))
    for (const [i, [, codes = '']] of [...list.matchAll(/<([\da-f ]*)>/g)].entries())
      letters.set(
        Number.parseInt(first, 16) + i,
        inGlyphOrder(Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')),
      )
  return (hex) =>
    (hex.match(/.{4}/g) ?? []).map((code) => letters.get(Number.parseInt(code, 16)) ?? '?').join('')
}

/** The letters of a ligature as if each had a glyph of its own. */
const inGlyphOrder = (letters: string) =>
  rightToLeft.test(letters) ? [...letters].toReversed().join('') : letters
