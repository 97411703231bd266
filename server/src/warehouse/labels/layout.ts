import { labelSizes, type LabelOrder, type LabelTemplate } from '@stowage/contract/warehouse/labels'
import type { LabelledLocation, LabelledLot, LabelledVariant } from './queries.ts'
import { linearSymbol, lotSymbol, matrixSymbol, type Symbol } from './symbols.ts'

/* What stands where on a label, in millimetres. One plan for every format, so that all look the same. */

export type Text = {
  text: string
  x: number
  /** The line the letters stand on. */
  baseline: number
  size: number
  width: number
  isBold: boolean
  align: 'start' | 'middle'
}
export type Mark = {
  symbol: Symbol
  text: string
  x: number
  y: number
  width: number
  height: number
}
export type Label = {
  template: LabelTemplate
  texts: readonly Text[]
  marks: readonly Mark[]
  /** Corners of the arrow, if there is one. */
  arrow: readonly (readonly [number, number])[]
}

const edge = 2
/** Narrower bars are not read by common scanners, and wider ones gain nothing. */
const narrowest = 0.17
const widest = 0.5
/** Modules that stay white on both sides of a linear symbol. */
const quiet = 10

/** The symbol in a box, as large as it may be; undefined where its bars would be too fine. */
export function placed(
  symbol: Symbol | undefined,
  text: string,
  box: { x: number; y: number; width: number; height: number },
): Mark | undefined {
  if (!symbol) return undefined
  if (symbol.kind === 'matrix') {
    const side = Math.min(box.width, box.height)
    return { symbol, text, x: box.x, y: box.y, width: side, height: side }
  }
  const module = Math.min(widest, box.width / (symbol.width + 2 * quiet))
  if (module < narrowest) return undefined
  const width = module * symbol.width
  return { symbol, text, x: box.x + (box.width - width) / 2, y: box.y, width, height: box.height }
}

/** How wide letters are, for capitals and digits of a plain face: never less than they take. */
const widthOf = (text: string, size: number) => text.length * size * 0.62

/** The largest size, up to `most`, at which the text fits. */
export const sizeFor = (text: string, width: number, most: number) =>
  Math.min(most, most * (width / Math.max(width, widthOf(text, most))))

export const shortened = (text: string, size: number, width: number) => {
  const most = Math.floor(width / (size * 0.52))
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`
}

/** 62 x 29 mm: the name, the SKU, its barcode with the number below. */
export function productLabel({ sku, name, barcode, symbology }: LabelledVariant): Label {
  const { width } = labelSizes.product
  const inner = width - 2 * edge
  const code = barcode ?? sku
  const box = { x: edge, y: 11.5, width: inner, height: 11 }
  const linear = placed(linearSymbol(symbology ?? 'code128', code), code, box)
  const mark = linear ?? placed(matrixSymbol(code), code, { ...box, y: 11.2, height: 12 })
  const skuSize = sizeFor(sku, inner, 4.2)
  return {
    template: 'product',
    arrow: [],
    marks: mark ? [mark] : [],
    texts: [
      line(shortened(name, 3, inner), edge, 5, 3, inner),
      { ...line(sku, edge, 9.6, skuSize, inner), isBold: true },
      {
        ...line(code, width / 2, 26.4, sizeFor(code, inner, 3.2), inner),
        align: 'middle',
      },
    ],
  }
}

/** What a lot is scanned by: with a GTIN the item, the expiry date and the lot at once, as GS1 says. */
const lotCode = ({ code, expiresOn, gtin }: Omit<LabelledLot, 'id' | 'sku' | 'name'>) => {
  // GS1 has no letters beyond these, and lots of at most 20 of them.
  if (gtin === null || !/^[!-"%-?A-Z_a-z]{1,20}$/.test(code) || /[()]/.test(code)) return code
  const expiry = expiresOn === null ? '' : `(17)${expiresOn.slice(2).replaceAll('-', '')}`
  return `(01)${gtin}${expiry}(10)${code}`
}

/** 62 x 29 mm: the item, its lot and the day it expires beside a symbol that says all three. */
export function lotLabel(lot: LabelledLot): Label {
  const { width } = labelSizes.lot
  const side = 21
  const inner = width - 3 * edge - side
  const scanned = lotCode(lot)
  const mark = placed(lotSymbol(scanned), scanned, {
    x: width - edge - side,
    y: 4,
    width: side,
    height: side,
  })
  const bold = (text: string, baseline: number, most: number) => {
    const size = sizeFor(text, inner, most)
    return { ...line(text, edge, baseline, size, inner), isBold: true }
  }
  return {
    template: 'lot',
    arrow: [],
    marks: mark ? [mark] : [],
    texts: [
      line(shortened(lot.name, 3, inner), edge, 5, 3, inner),
      bold(lot.sku, 10, 4.2),
      line('Lot', edge, 14.5, 2.4, inner),
      bold(lot.code, 18.5, 4),
      ...(lot.expiresOn === null
        ? []
        : [line('Expires', edge, 22.5, 2.4, inner), bold(lot.expiresOn, 26.5, 4)]),
    ],
  }
}

/** 100 x 50 mm: a code that is read from afar, and what scanners read, near and far. */
export function locationLabel(
  { code, barcode, warehouse, zone }: LabelledLocation,
  arrow: LabelOrder['arrow'],
): Label {
  const { width } = labelSizes.location
  const inner = width - 2 * edge
  const scanned = barcode ?? code
  const qr = placed(matrixSymbol(scanned), scanned, { x: 76, y: 24, width: 21, height: 21 })
  const box = { x: edge, y: 27, width: 70, height: 14 }
  const linear = placed(linearSymbol('code128', scanned), scanned, box)
  const room = arrow === 'none' ? inner : inner - 17
  const size = sizeFor(code, room, 19)
  return {
    template: 'location',
    arrow: arrow === 'none' ? [] : arrowAt(89.5, 12, 6.5, arrow),
    marks: [linear, qr].filter((mark) => mark !== undefined),
    texts: [
      { ...line(code, edge, 11.5 + size * 0.36, size, room), isBold: true },
      line([warehouse, zone].filter(Boolean).join(' · '), edge, 24, 3.4, 70),
      {
        ...line(scanned, box.x + box.width / 2, 46, sizeFor(scanned, box.width, 3.6), box.width),
        align: 'middle',
      },
    ],
  }
}

export const line = (
  text: string,
  x: number,
  baseline: number,
  size: number,
  width: number,
): Text => ({
  text,
  x,
  baseline,
  size,
  width,
  isBold: false,
  align: 'start',
})

const turns = { up: 0, right: 1, down: 2, left: 3 } as const

/** An arrow around its middle, pointing up and then turned by quarters. */
function arrowAt(x: number, y: number, r: number, arrow: keyof typeof turns): Label['arrow'] {
  const up = [
    [0, -r] as const,
    [r, 0] as const,
    [r * 0.4, 0] as const,
    [r * 0.4, r] as const,
    [-r * 0.4, r] as const,
    [-r * 0.4, 0] as const,
    [-r, 0] as const,
  ]
  const turn = ([dx, dy]: readonly [number, number]) => [-dy, dx] as const
  return up.map((corner) => {
    let at = corner
    for (let i = 0; i < turns[arrow]; i++) at = turn(at)
    return [x + at[0], y + at[1]] as const
  })
}
