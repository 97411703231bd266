import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { labelSizes, type Arrow } from '@stowage/contract/workspace/print'
import { line, type Layout } from '../../workspace/print/layout.ts'
import type { Page } from '../../workspace/print/labels.ts'
import { labelsOf, type LabelOptions } from '../../workspace/print/print.ts'
import {
  findForPractice,
  findLabelledLocations,
  findLabelledLots,
  findLabelledVariants,
  type LabelledLocation,
  type LabelledLot,
  type LabelledVariant,
} from './print-queries.ts'

/** Millimetres around a label. */
const edge = 2

/** 62 x 29 mm: the name, the SKU, its barcode with the number below. */
function productLabel({ sku, name, barcode, symbology }: LabelledVariant): Layout {
  const { width } = labelSizes.product
  const inner = width - 2 * edge
  const code = barcode ?? sku
  const box = { x: edge, y: 11.5, width: inner, height: 11 }
  const choices = [
    { ...box, symbology: symbology ?? 'code128', text: code },
    { ...box, y: 11.2, height: 12, symbology: 'qr', text: code },
  ]
  return {
    codes: [choices],
    texts: [
      line(name, edge, 5, 3, inner, { isShortened: true }),
      line(sku, edge, 9.6, 4.2, inner, { isBold: true }),
      line(code, edge, 26.4, 3.2, inner, { align: 'middle' }),
    ],
  }
}

/** Returns the code printed for a lot: with a GTIN, a GS1 code of the item, the expiry date and the lot. */
const lotCode = ({ code, expiresOn, gtin }: Omit<LabelledLot, 'id' | 'sku' | 'name'>) => {
  // GS1 has no letters beyond these, and lots of at most 20 of them.
  if (gtin === null || !/^[!-"%-?A-Z_a-z]{1,20}$/.test(code) || /[()]/.test(code)) return code
  const expiry = expiresOn === null ? '' : `(17)${expiresOn.slice(2).replaceAll('-', '')}`
  return `(01)${gtin}${expiry}(10)${code}`
}

/** 62 x 29 mm: the item, its lot and the day it expires beside a symbol that says all three. */
function lotLabel(lot: LabelledLot): Layout {
  const { width } = labelSizes.lot
  const side = 21
  const inner = width - 3 * edge - side
  const box = { x: width - edge - side, y: 4, width: side, height: side }
  const bold = (text: string, baseline: number, most: number) =>
    line(text, edge, baseline, most, inner, { isBold: true })
  return {
    codes: [[{ ...box, symbology: 'lot', text: lotCode(lot) }]],
    texts: [
      line(lot.name, edge, 5, 3, inner, { isShortened: true }),
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
function locationLabel(
  { code, barcode, warehouse, zone }: LabelledLocation,
  { arrow }: LabelOptions,
): Layout {
  const { width } = labelSizes.location
  const inner = width - 2 * edge
  const scanned = barcode ?? code
  const qr = { symbology: 'qr', text: scanned, x: 76, y: 24, width: 21, height: 21 }
  const box = { x: edge, y: 27, width: 70, height: 14 }
  const room = arrow === 'none' ? inner : inner - 17
  return {
    ...(arrow !== 'none' && { arrow: arrowAt(89.5, 12, 6.5, arrow) }),
    codes: [[{ ...box, symbology: 'code128', text: scanned }], [qr]],
    texts: [
      line(code, edge, 11.5, 19, room, { isBold: true, isMiddle: true }),
      line([warehouse, zone].filter(Boolean).join(' · '), edge, 24, 3.4, 70),
      line(scanned, box.x, 46, 3.6, box.width, { align: 'middle' }),
    ],
  }
}

const turns = { up: [1, 0], right: [0, 1], down: [-1, 0], left: [0, -1] } as const

/** Corners of an arrow around its middle that points up, in sizes of it. */
const corners = [
  [0, -1],
  [1, 0],
  [0.4, 0],
  [0.4, 1],
  [-0.4, 1],
  [-0.4, 0],
  [-1, 0],
] as const

/** An arrow of size `r` around its middle. */
function arrowAt(x: number, y: number, r: number, arrow: Exclude<Arrow, 'none'>) {
  const [cos, sin] = turns[arrow]
  return corners.map(
    ([dx, dy]) => [x + r * (dx * cos - dy * sin), y + r * (dx * sin + dy * cos)] as const,
  )
}

/** A code to practise with: what happens when it is scanned, and how its bars are drawn. */
type Exercise = { title: string; hint: string; code: string; symbology: string | null }

const page = { width: 210, height: 297 }
const cell = { width: 92, height: 34 }
const [left, top, columns] = [13, 32, 2]
/** The number of a toy pencil that stands in many examples; goods of the workspace come before it. */
const sampleNumber = '04006381333931'

/** The first of a fixed number that every scanner can be tried with, then what is really there. */
function exercisesOf(
  variants: readonly LabelledVariant[],
  locations: readonly LabelledLocation[],
): Exercise[] {
  const numbered = variants.find(({ symbology }) => symbology === 'ean13')?.barcode
  const number = numbered ? `0${numbered}` : sampleNumber
  return [
    {
      title: 'Scanner test',
      hint: 'Scan into the test field: capitals, digits, symbols',
      code: 'ABC-123/xyz',
      symbology: 'code128',
    },
    {
      title: 'Undo',
      hint: 'Undoes the last scan',
      code: 'CMD:UNDO',
      symbology: 'code128',
    },
    {
      title: 'GS1: item, use by, lot',
      hint: 'Three values in one scan',
      code: `(01)${number}(17)301231(10)LOT-7`,
      symbology: 'code128',
    },
    {
      title: 'Unknown code',
      hint: 'Not found; can be linked to a product',
      code: 'PRACTICE-1',
      symbology: 'code128',
    },
    ...variants.map(({ sku, name, barcode, symbology }) => ({
      title: `Item ${sku}`,
      hint: name,
      code: barcode ?? sku,
      symbology,
    })),
    ...locations.map(({ code, barcode, warehouse }) => ({
      title: `Location ${code}`,
      hint: warehouse,
      code: barcode ?? code,
      symbology: null,
    })),
  ]
}

function layoutOf({ title, hint, code, symbology }: Exercise): Layout {
  const inner = cell.width - 8
  const box = { x: 4, y: 11, width: inner, height: 13 }
  return {
    codes: [
      [
        { ...box, symbology: symbology ?? 'code128', text: code },
        { ...box, symbology: 'qr', text: code },
      ],
    ],
    texts: [
      line(title, 4, 4.6, 3.6, inner, { isBold: true, isShortened: true }),
      line(hint, 4, 8.6, 2.8, inner, { isShortened: true }),
      line(code, 4, 28, 3, inner, { align: 'middle' }),
    ],
  }
}

/** One sheet of A4 to try a scanner with: set pieces, then goods and places of the workspace. */
function practiceSheet(
  variants: readonly LabelledVariant[],
  locations: readonly LabelledLocation[],
): Page<Layout> {
  const heading: Layout = {
    codes: [],
    texts: [
      line('Scanner practice', 0, 0, 7, page.width - 2 * left, { isBold: true }),
      line('Scan these on any page of the workspace to see the response.', 0, 6, 3.4, 180),
    ],
  }
  const cells = exercisesOf(variants, locations).map((exercise, at) => ({
    label: layoutOf(exercise),
    x: left + (at % columns) * cell.width,
    y: top + Math.floor(at / columns) * (cell.height + 2),
  }))
  return { ...page, labels: [{ label: heading, x: left + 4, y: 18 }, ...cells] }
}

/** Items and places on the sheet to practise with. */
const ofEach = 5

const inOrder = <Thing extends { id: string }>(ids: readonly string[], found: readonly Thing[]) =>
  ids.flatMap((id) => found.find((one) => one.id === id) ?? [])

export const productLabels = labelsOf(findLabelledVariants, productLabel)
export const locationLabels = labelsOf(findLabelledLocations, locationLabel)
export const lotLabels = labelsOf(findLabelledLots, lotLabel)

/** Returns a sheet with a few items and locations of the platform, to practice scanning with. */
export async function findPracticeSheet(db: Db, actor: WorkspaceMember) {
  const ids = await findForPractice(db, actor, ofEach)
  const variants = await findLabelledVariants(db, actor, ids.variants)
  const places = await findLabelledLocations(db, actor, ids.locations)
  return practiceSheet(inOrder(ids.variants, variants), inOrder(ids.locations, places))
}
