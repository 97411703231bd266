import type { Wave } from '@stowage/contract/orders/waves'
import type { batches } from '@stowage/contract/orders/batches'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'

const BatchDialog = lazy(() => import('./BatchDialog.tsx'))

type Props = {
  look?: 'primary'
  /** Without it, of the most urgent orders of a warehouse. */
  wave?: Pick<Wave, 'id' | 'number' | 'warehouseId'>
}

/** Opens the choice of how tasks are batched. */
export function NewBatchButton({ look, wave }: Props) {
  const slug = useSlug()
  const { whyTo } = useCan()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        {...(look && { look })}
        why={whyTo<typeof batches.create>('pick.perform')}
        onClick={() => setOpen(true)}
      >
        {wave ? 'Create batches…' : 'Create batch…'}
      </Button>
      {isOpen && (
        <Suspense>
          <BatchDialog slug={slug} {...(wave && { wave })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
