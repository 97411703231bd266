import { mostPrinted } from '@stowage/contract/orders/order-papers'
import type { ComponentProps } from 'react'
import { formatCount } from '../../app/format.ts'
import { singularOf } from '../../app/words.ts'
import { countOf, idsOf, whyNotThese, type ReadPage } from '../../parts/selected.ts'
import type { Selection } from '../../parts/selection.ts'
import { PrintDocuments } from './PrintDocuments.tsx'

/** Opens the choice of documents to print for the records that are selected in a list. */
export function PrintSelected({
  of,
  selection,
  read,
}: {
  of: ComponentProps<typeof PrintDocuments>['of']
  selection: Selection
  read: ReadPage<{ id: string }>
}) {
  const count = countOf(selection)
  return (
    <PrintDocuments
      of={of}
      what={count === 1 ? `1 ${singularOf(of)}` : `${formatCount(count)} ${of}`}
      why={whyNotThese(selection, mostPrinted)}
      collect={() => idsOf(selection, read, mostPrinted)}
    />
  )
}
