import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'

const PrintDialog = lazy(() => import('./PrintDialog.tsx'))

type Props = {
  of: ComponentProps<typeof PrintDialog>['of']
  /** Name of the records to print, such as `SO-000123`. */
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
