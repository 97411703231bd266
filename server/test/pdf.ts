import { inflateSync } from 'node:zlib'

export type PdfPage = {
  /** Points. */
  width: number
  height: number
  /** What is written, in the order it was written. */
  texts: string[]
  /** What is filled with rectangles, such as bars, as a picture of the same size. */
  svg: string
}

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
    objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(from)?.[1] ?? '') ?? ''
  const lettersOf = new Map<string, (hex: string) => string>()
  return [...objects.values()]
    .filter((text) => /\/Type \/Page\n/.test(text))
    .map((page) => {
      const [, width = 0, height = 0] = (/MediaBox \[0 0 ([\d.]+) ([\d.]+)/.exec(page) ?? []).map(
        Number,
      )
      const fonts = /\/Font <<([^>]*)>>/.exec(objectAt(page, 'Resources'))?.[1] ?? ''
      const content = streamOf(objectAt(page, 'Contents'))
      const texts = [...content.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*?)\] TJ/g)].map(
        ([, font = '', shown = '']) => {
          const id = new RegExp(`/${font} (\\d+) 0 R`).exec(fonts)?.[1] ?? ''
          const read =
            lettersOf.get(id) ?? lettersIn(streamOf(objectAt(objects.get(id) ?? '', 'ToUnicode')))
          lettersOf.set(id, read)
          return [...shown.matchAll(/<([\da-f]+)>/g)].map(([, hex = '']) => read(hex)).join('')
        },
      )
      const rects = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\n(?!S)/g)].map(
        ([, x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`,
      )
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}">${rects.join('')}</svg>`
      return { width, height, texts, svg }
    })
}

function streamOf(object: string): string {
  const from = object.indexOf('stream\n') + 'stream\n'.length
  const bytes = Buffer.from(object.slice(from, object.lastIndexOf('\nendstream')), 'latin1')
  return inflateSync(bytes).toString('latin1')
}

/** Returns what turns glyphs into letters, as the font's own table says. */
function lettersIn(table: string): (hex: string) => string {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([\da-f]+)> <[\da-f]+> \[(.*?)\]/g))
    for (const [i, [, codes = '']] of [...list.matchAll(/<([\da-f ]+)>/g)].entries())
      letters.set(
        Number.parseInt(first, 16) + i,
        Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      )
  return (hex) =>
    (hex.match(/.{4}/g) ?? []).map((code) => letters.get(Number.parseInt(code, 16)) ?? '?').join('')
}
