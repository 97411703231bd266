import type { Label } from './layout.ts'
import { line, placed, shortened, sizeFor } from './layout.ts'
import type { LabelledLocation, LabelledVariant } from './queries.ts'
import type { Page } from './sheets.ts'
import { linearSymbol } from './symbols.ts'

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

function drawn({ title, hint, code, symbology }: Exercise): Label {
  const inner = cell.width - 8
  const box = { x: 4, y: 11, width: inner, height: 13 }
  const symbol = placed(linearSymbol(symbology ?? 'code128', code), code, box)
  return {
    template: 'product',
    arrow: [],
    marks: symbol ? [symbol] : [],
    texts: [
      { ...line(shortened(title, 3.6, inner), 4, 4.6, 3.6, inner), isBold: true },
      line(shortened(hint, 2.8, inner), 4, 8.6, 2.8, inner),
      { ...line(code, cell.width / 2, 28, sizeFor(code, inner, 3), inner), align: 'middle' },
    ],
  }
}

/** One sheet of A4 to try a scanner with: set pieces, then goods and places of the workspace. */
export function practiceSheet(
  variants: readonly LabelledVariant[],
  locations: readonly LabelledLocation[],
): Page {
  const heading: Label = {
    template: 'product',
    arrow: [],
    marks: [],
    texts: [
      { ...line('Scanner practice', 0, 0, 7, page.width - 2 * left), isBold: true },
      line('Scan these on any page of the workspace to see the response.', 0, 6, 3.4, 180),
    ],
  }
  const cells = exercisesOf(variants, locations).map((exercise, at) => ({
    label: drawn(exercise),
    x: left + (at % columns) * cell.width,
    y: top + Math.floor(at / columns) * (cell.height + 2),
  }))
  return { ...page, labels: [{ label: heading, x: left + 4, y: 18 }, ...cells] }
}
