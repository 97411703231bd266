import { mostPrinted } from '@stowage/contract/orders/papers'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { formatCount } from '../../app/format.ts'
import { countOf, idsOf, whyNotThese, type ReadPage } from '../../parts/selected.ts'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'

const PrintDialog = lazy(() => import('./PrintDialog.tsx'))

type Props = {
  of: ComponentProps<typeof PrintDialog>['of']
  /** What is printed, such as `SO-000123`. */
  what: string
  collect: () => Promise<readonly string[]>
  why?: string | undefined
}

/** Opens the choice of documents to print for records. */
export function PrintDocuments({ of, what, collect, why }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button why={why} onClick={() => setOpen(true)}>
        Print…
      </Button>
      {isOpen && (
        <Suspense>
          <PrintDialog of={of} what={what} collect={collect} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The same for the records that are selected in a list. */
export function PrintSelected({
  of,
  selection,
  read,
}: {
  of: Props['of']
  selection: Selection
  read: ReadPage<{ id: string }>
}) {
  const count = countOf(selection)
  return (
    <PrintDocuments
      of={of}
      what={count === 1 ? `1 ${of.slice(0, -1)}` : `${formatCount(count)} ${of}`}
      why={whyNotThese(selection, mostPrinted)}
      collect={() => idsOf(selection, read, mostPrinted)}
    />
  )
}
