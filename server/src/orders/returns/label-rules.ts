import { labelSizes } from '@stowage/contract/workspace/labels'
import {
  addressSizes,
  line,
  shortLine,
  type Layout,
  type Text,
} from '../../workspace/print/label-rules.ts'
import type { LabelledReturn } from './label-queries.ts'

/** Millimetres around a label. */
const edge = 5

/** For the parcel of a customer: where it goes, who sends it, and the number to scan when it arrives. */
export function returnLabel(
  { number, order, customer, sellerName, warehouse, address }: LabelledReturn,
  which: number,
  of: number,
): Layout {
  const width = labelSizes.return.width - 2 * edge
  const bold = (text: string, baseline: number, most: number): Text => ({
    ...line(text, edge, baseline, most, width),
    isBold: true,
  })
  const from = [customer, order && `order ${order}`].filter(Boolean).join(', ')
  return {
    template: 'return',
    arrow: [],
    codes: [[{ x: edge, y: 104, width, height: 26, symbology: 'code128', text: number }]],
    blocks: [
      {
        ...addressSizes,
        x: edge,
        y: 33,
        width,
        height: 68,
        lines: [sellerName, ...(warehouse ? [`Warehouse ${warehouse}`] : []), ...address].map(
          (text, i) => ({ text, isBold: i === 0 }),
        ),
      },
    ],
    texts: [
      bold('RETURN', 12, 8),
      ...(from ? [shortLine(`From ${from}`, edge, 19, 4, width)] : []),
      line('Ship to', edge, 31, 4, width),
      bold(number, 139, 7),
      bold(`${which} of ${of}`, 147, 6),
    ],
  }
}
