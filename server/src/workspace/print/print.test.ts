import { describe, expect, test } from 'vitest'
import { readPdf } from '../../../test/pdf.ts'
import { draw, type DrawingJob } from './draw.ts'
import { line, type Layout } from './layout.ts'
import type { Paper } from './paper.ts'

const at = new Date(0)

async function fileOf(job: DrawingJob): Promise<Buffer> {
  const drawing = await draw(job)
  if ('unprintable' in drawing) throw new Error(JSON.stringify(drawing))
  return Buffer.from(drawing.file)
}

const layout = (texts: Layout['texts'], more: Partial<Layout> = {}): Layout => ({
  codes: [],
  texts,
  ...more,
})
const labels = (one: Layout, format: 'html' | 'pdf' | 'zpl'): DrawingJob => ({
  kind: 'labels',
  template: 'fulfillment',
  format,
  paper: 'roll',
  startAt: 1,
  labels: [{ layout: one, copies: 1 }],
  at,
  unprintable: 'refuse',
})

const paper: Paper = {
  title: 'Order confirmation',
  number: 'SO-000001',
  isScanned: false,
  seller: { name: 'Łódź Sp. z o.o.', logo: null },
  alerts: ['On hold'],
  addresses: [{ title: 'Ship to', lines: ['Zoë'] }],
  facts: [['Currency', 'EUR']],
  columns: [{ title: 'Item' }, { title: 'Amount', width: 24, align: 'end' }],
  rows: [[{ text: 'Mug', notes: ['MUG-1'] }, { text: '3,702.50' }]],
  totals: [
    ['Tax', '7.00'],
    ['Total EUR', '3,709.50'],
  ],
  notes: [{ title: 'Note', text: 'Ring twice' }],
}
const papers = (...all: Paper[]): DrawingJob => ({
  kind: 'papers',
  papers: all,
  size: 'a4',
  at,
  unprintable: 'refuse',
})

/** Texts in the scripts of the fonts, with more than one in a line, digits, brackets and marks. */
const scripts = [
  'Łódź, Ångström, Đặng Thị Hồng',
  'Αθήνα 5',
  'Привет, Київ',
  '東京都千代田区丸の内1-1-1',
  '日本茶-01',
  '北京市朝阳区建国路88号',
  '臺北市信義區市府路1號',
  '서울특별시 종로구 세종대로 175',
  'شارع الملك فهد (الرياض) 12345',
  'محمد بن عبد الله، شقة ٤٢',
  'صلاح الدين الأيوبي',
  'רחוב דיזנגוף 50, תל אביב (קומה 3)',
  'שָׁלוֹם AB-12 עולם',
  'กรุงเทพมหานคร ถนนสุขุมวิท น้ำ',
  'नई दिल्ली क्षेत्र श्री हिन्दी',
]

describe('letters on a paper', () => {
  test('have the size of their place, also where they are aligned to the end', async () => {
    const [page] = readPdf(await fileOf(papers(paper)))
    const sizeOf = Object.fromEntries((page?.lines ?? []).map(({ text, size }) => [text, size]))
    expect(sizeOf).toMatchObject({
      'Order confirmation': 15,
      'SO-000001': 11,
      '3,702.50': 9,
      Tax: 9.5,
      '7.00': 9.5,
      'Total EUR': 11,
      '3,709.50': 11,
      'Page 1 of 1': 8,
    })
    const baselines = (page?.lines ?? []).filter(({ text }) => ['Mug', '3,702.50'].includes(text))
    expect(new Set(baselines.map(({ y }) => y)).size).toBe(1)
  })

  test('are those of the text in every script, in fonts that are in the file', async () => {
    const rows = scripts.map((text) => [{ text }, { text: '1' }])
    const wide = [{ title: 'Item' }, { title: 'Amount', width: 10 }]
    const pages = readPdf(await fileOf(papers({ ...paper, columns: wide, rows })))
    const lines = pages.flatMap((page) => page.lines)
    for (const text of scripts) expect(lines.map((one) => one.text)).toContain(text)
    expect(lines.filter(({ font }) => font === '')).toEqual([])
    expect(new Set(lines.map(({ font }) => font))).toContain('NotoSansArabic-Regular')
  })

  test('of a wrapped text lose nothing and stay in their column', async () => {
    const address = '東京都千代田区丸の内一丁目一番一号パレスビル十二階営業部第二課御中'
    const narrow = [{ title: 'Item', width: 40 }, { title: 'Rest' }]
    const rows = [[{ text: address }, { text: 'x' }]]
    const [page] = readPdf(await fileOf(papers({ ...paper, columns: narrow, rows })))
    const parts = (page?.lines ?? [])
      .map(({ text }) => text)
      .filter((text) => /\p{Script=Han}/u.test(text))
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('')).toBe(address)
  })
})

describe('lines from right to left', () => {
  const [hebrew, arabic, mixed] = ['רחוב דיזנגוף 50', 'شارع الملك فهد (الرياض)', 'כוס AB-12 כחול']
  const margin = 42
  const millimetre = 72 / 25.4

  test('begin at the right edge of their column on a paper, and others at the left', async () => {
    const columns = [{ title: 'Item', width: 60 }, { title: 'Rest' }]
    const rows = [hebrew, arabic, mixed].map((text) => [
      { text, notes: [arabic] },
      { text: `Mug ${hebrew}` },
    ])
    const addresses = [
      { title: 'Bill to', lines: ['Zoë', hebrew] },
      { title: 'Ship to', lines: [arabic] },
    ]
    const notes = [{ title: 'Note', text: `${hebrew} ${arabic}` }]
    const [page] = readPdf(
      await fileOf(papers({ ...paper, facts: [], addresses, columns, rows, notes })),
    )
    const width = (page?.width ?? 0) - 2 * margin
    const half = (width - 14) / 2
    const item = { from: margin, to: margin + 60 * millimetre }
    const ends = (text: string) =>
      (page?.lines ?? []).filter((one) => one.text === text).map(({ end }) => Math.round(end))
    const at = (...places: number[]) => places.map((one) => Math.round(one))
    expect(ends(hebrew)).toEqual(at(margin + half, item.to))
    expect(ends(arabic)).toEqual(at(margin + width, item.to, item.to, item.to, item.to))
    expect(ends(mixed)).toEqual(at(item.to))
    expect(ends(`${hebrew} ${arabic}`)).toEqual(at(margin + width))
    const starts = (page?.lines ?? []).filter(({ text }) => /^(Zoë|Mug )/.test(text))
    expect(new Set(starts.map(({ x }) => Math.round(x)))).toEqual(new Set(at(margin, item.to + 8)))
  })

  test('begin at the right edge of a label in every format', async () => {
    const address = { x: 5, y: 30, width: 90, height: 40, most: 5, least: 3.5 }
    const lines = [hebrew, 'GERMANY'].map((text) => ({ text, isBold: false }))
    const job = layout([line(arabic, 5, 10, 4, 90)], { paragraphs: [{ ...address, lines }] })
    const [page] = readPdf(await fileOf(labels(job, 'pdf')))
    const [top, first, last] = page?.lines ?? []
    expect([top?.end, first?.end].map((end) => Math.round(end ?? 0))).toEqual([95, 95])
    expect(Math.round(last?.x ?? 0)).toBe(5)
    const zpl = String(await fileOf(labels(job, 'zpl')))
    const pictures = [...zpl.matchAll(/\^FO(\d+),\d+\^GFA,\d+,\d+,(\d+),/g)]
    for (const [, x, row] of pictures) {
      const end = (Number(x) + 8 * Number(row)) / 8
      expect(Math.abs(end - 95)).toBeLessThan(1.2)
    }
    expect(pictures).toHaveLength(2)
  })
})

test('a row that is higher than a page ends with an ellipsis', async () => {
  const notes = Array.from({ length: 100 }, (_, i) => `Part ${i}`)
  const rows = [[{ text: 'Kit', notes }, { text: '1' }]]
  const pages = readPdf(await fileOf(papers({ ...paper, rows })))
  const parts = pages.flatMap(({ lines }) => lines.filter(({ text }) => text.startsWith('Part')))
  expect(parts.length).toBeGreaterThan(60)
  expect(parts.at(-1)?.text).toBe(`Part ${parts.length - 1}…`)
  const footer = pages.flatMap(({ lines }) => lines.filter(({ text }) => /^Page/.test(text)))
  expect(Math.min(...parts.map(({ y }) => y))).toBeGreaterThan(footer[0]?.y ?? Infinity)
})

describe('a code that is too long for its line', () => {
  test('is broken after a hyphen where it has one', async () => {
    const rows = [[{ text: 'LONG-LOCATION-CODE-WITH-32-CHARS' }, { text: 'x' }]]
    const columns = [{ title: 'Location', width: 40 }, { title: 'Item' }]
    const [page] = readPdf(await fileOf(papers({ ...paper, columns, rows })))
    const texts = page?.lines.map(({ text }) => text)
    expect(texts).toContain('LONG-LOCATION-CODE-')
    expect(texts).toContain('WITH-32-CHARS')
  })
})

describe('a label', () => {
  const one = layout(
    [
      line('日本茶-01', 21, 20, 6, 60, { align: 'middle' }),
      line('A name that is much too long for one line of a label, told in full', 5, 10, 4, 92, {
        isShortened: true,
      }),
      line('A-VERY-LONG-CODE-THAT-GETS-SMALLER-0123456789', 5, 60, 8, 92, { isBold: true }),
    ],
    {
      paragraphs: [
        {
          x: 5,
          y: 70,
          width: 92,
          height: 40,
          most: 7,
          least: 3.5,
          lines: [
            { text: 'רחוב דיזנגוף 50, תל אביב', isBold: true },
            {
              text: 'Industriepark an der alten Ziegelei, Gebäude 12, Aufgang C, 4. Stock',
              isBold: false,
            },
            { text: 'GERMANY', isBold: false },
          ],
        },
      ],
    },
  )

  test('has the same letters at the same places in the PDF and in its preview', async () => {
    const [page] = readPdf(await fileOf(labels(one, 'pdf')))
    const html = String(await fileOf(labels(one, 'html')))
    const shown = [
      ...html.matchAll(
        /data-text="([^"]*)" transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)/g,
      ),
    ].map(([, text, x, baseline, scale]) => ({ text, x, baseline, size: Number(scale) * 1000 }))
    expect(shown.length).toBeGreaterThan(6)
    for (const [i, { text, x, baseline, size }] of shown.entries()) {
      const drawn = page?.lines[i]
      expect(drawn?.text).toBe(text)
      expect(drawn?.size).toBeCloseTo(size, 2)
      expect(drawn?.x).toBeCloseTo(Number(x), 1)
      expect(drawn?.y).toBeCloseTo((page?.height ?? 0) - Number(baseline), 1)
    }
  })

  test('has an address of one size, which wraps and is not smaller than 2.5 mm', async () => {
    const [page] = readPdf(await fileOf(labels(one, 'pdf')))
    const lines = page?.lines.slice(3) ?? []
    expect(lines.length).toBeGreaterThan(3)
    const [size = 0, ...others] = new Set(lines.map((each) => each.size))
    expect(others).toEqual([])
    // Capitals are as high as 0.714 of their size.
    expect(size * 0.714).toBeGreaterThan(2.49)
    const words = lines.map(({ text }) => text).join(' ')
    expect(words).toContain('Gebäude 12, Aufgang C, 4. Stock')
  })

  test('marks an address of which not everything fits', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => ({ text: `Line ${i}`, isBold: false }))
    const address = { x: 5, y: 5, width: 90, height: 40, most: 5, least: 3.5, lines }
    const [page] = readPdf(await fileOf(labels(layout([], { paragraphs: [address] }), 'pdf')))
    const texts = page?.texts ?? []
    expect(texts.at(-1)).toBe(`Line ${texts.length - 1}…`)
    const lowest = ((page?.height ?? 0) - (page?.lines.at(-1)?.y ?? 0)) / (72 / 25.4)
    expect(lowest).toBeLessThan(45)
  })

  test('comes as picture to label printers where they lack a letter', async () => {
    const zpl = String(await fileOf(labels(one, 'zpl')))
    expect(zpl).toContain('^FDGERMANY^FS')
    expect(zpl).not.toMatch(/日本茶|RiBenCha/)
    const pictures = [...zpl.matchAll(/\^GFA,(\d+),\1,(\d+),([\dA-F]+)\^FS/g)]
    expect(pictures.length).toBeGreaterThan(1)
    for (const [, bytes, row, hex = ''] of pictures) {
      expect(hex.length).toBe(2 * Number(bytes))
      expect(Number(bytes) % Number(row)).toBe(0)
      const dark = [...Buffer.from(hex, 'hex')].filter((byte) => byte !== 0).length
      expect(dark / Number(bytes)).toBeGreaterThan(0.05)
      expect(dark / Number(bytes)).toBeLessThan(0.7)
    }
  })
})

describe('what no font has', () => {
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'
  const job = labels(layout([line(`Anna 🎉 ${family}`, 5, 10, 4, 92)]), 'html')

  test('is named once, as people see it', async () => {
    expect(await draw(job)).toEqual({
      unprintable: [
        { character: '🎉', text: `Anna 🎉 ${family}` },
        { character: family, text: `Anna 🎉 ${family}` },
      ],
    })
  })

  test('is a box where that is asked for', async () => {
    expect(String(await fileOf({ ...job, unprintable: 'box' }))).toContain('data-text="Anna □ □"')
  })
})
