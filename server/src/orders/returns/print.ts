import { line, parcel, parcelLayout, type Layout } from '../../workspace/print/layout.ts'
import { labelsOf, type LabelOptions } from '../../workspace/print/print.ts'
import { findLabelledReturns, type LabelledReturn } from './print-queries.ts'

/** For the parcel of a customer: where it goes, who sends it, and the number to scan when it arrives. */
function returnLabel(
  { number, order, customer, sellerName, warehouse, address }: LabelledReturn,
  { which, of }: LabelOptions,
): Layout {
  const { edge, inner } = parcel
  const from = [customer, order && `order ${order}`].filter(Boolean).join(', ')
  const to = [sellerName, ...(warehouse ? [`Warehouse ${warehouse}`] : []), ...address]
  return parcelLayout({ address: to, name: sellerName, number, count: `${which} of ${of}` }, [
    line('RETURN', edge, 12, 8, inner, { isBold: true }),
    ...(from ? [line(`From ${from}`, edge, 19, 4, inner, { isShortened: true })] : []),
    line('Ship to', edge, 31, 4, inner),
  ])
}

export const returnLabels = labelsOf(findLabelledReturns, returnLabel, 'numbered')
