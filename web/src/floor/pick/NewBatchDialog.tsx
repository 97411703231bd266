import { batches, type PickMethod } from '@stowage/contract/orders/batches'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Form } from '../../parts/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { SiteField } from '../../orders/picking/SiteField.tsx'

type Props = { slug: string; onStarted: (batchId: string) => void; onClose: () => void }

const methods = [
  { value: 'cluster', label: 'Cluster: a tote for each order' },
  { value: 'batch', label: 'Batch: sorted after picking' },
]
const sizes = [2, 4, 6, 8, 12, 16, 20, 24].map((size) => ({
  value: String(size),
  label: `Up to ${size} orders`,
}))

/** Makes a batch of the most urgent orders that are free, and takes it. */
export default function NewBatchDialog({ slug, onStarted, onClose }: Props) {
  const { id: here } = useWorkplace()
  const [site, setSite] = useState(here ?? '')
  const [method, setMethod] = useState<PickMethod>('cluster')
  const [size, setSize] = useState('6')
  const create = useAction(batches.create)
  const claim = useAction(batches.claim)
  const error = create.error ?? claim.error
  return (
    <Form
      dialog={{ title: 'New batch', onClose }}
      submit="Start batch"
      submitting="Starting…"
      saving={create.isPending || claim.isPending}
      error={error}
      fallback="Couldn’t start a batch"
      explained={<Explanation error={error} />}
      why={site === '' ? 'Choose a warehouse first.' : undefined}
      onSubmit={() =>
        create.mutate(
          { params: { slug }, body: { warehouseId: site, method, maxOrders: Number(size) } },
          {
            onSuccess: ({ batch: { id } }) =>
              claim.mutate({ params: { slug, batchId: id } }, { onSuccess: () => onStarted(id) }),
          },
        )
      }
    >
      <SiteField value={site} onChange={setSite} />
      <Select
        label="Method"
        value={method}
        options={methods}
        onChange={({ target }) => setMethod(target.value as PickMethod)}
      />
      <Select
        label="Orders"
        value={size}
        options={sizes}
        onChange={({ target }) => setSize(target.value)}
      />
    </Form>
  )
}
