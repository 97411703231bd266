import {
  batches,
  mostBatches,
  mostBatchOrders,
  type PickMethod,
} from '@stowage/contract/orders/batches'
import type { Wave } from '@stowage/contract/orders/waves'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { SiteField } from '../picking/SiteField.tsx'

type Props = {
  slug: string
  wave?: Pick<Wave, 'id' | 'number' | 'warehouseId'>
  onClose: () => void
}

const methods: { value: PickMethod; label: string; hint: string }[] = [
  { value: 'cluster', label: 'Cluster', hint: 'Each order into its own tote' },
  { value: 'batch', label: 'Batch', hint: 'All together, sorted afterwards' },
  { value: 'single', label: 'Single order', hint: 'One order per walk' },
]

const isCount = (text: string, most: number) =>
  /^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= most

/** Chooses how the most urgent orders are batched. */
export default function BatchDialog({ slug, wave, onClose }: Props) {
  const { id: here } = useWorkplace()
  const router = useRouter()
  const paths = usePaths()
  const [site, setSite] = useState(wave?.warehouseId ?? here ?? '')
  const [method, setMethod] = useState<PickMethod>('cluster')
  const [orders, setOrders] = useState('12')
  const [count, setCount] = useState(wave ? String(mostBatches) : '1')
  const create = useAction(batches.create)
  const why =
    site === ''
      ? 'Choose a warehouse first.'
      : method !== 'single' && !isCount(orders, mostBatchOrders)
        ? `Enter up to ${mostBatchOrders} orders per batch.`
        : isCount(count, mostBatches)
          ? undefined
          : `Enter up to ${mostBatches} batches.`
  return (
    <Form
      dialog={{
        title: wave ? `Create batches of ${wave.number}` : 'Create a batch',
        onClose,
      }}
      submit={wave ? 'Create batches' : 'Create batch'}
      submitting="Creating…"
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t create the batch"
      explained={<Refusal error={create.error} />}
      why={why}
      onSubmit={() =>
        create.mutate(
          {
            params: { slug },
            body: {
              warehouseId: site,
              method,
              ...(wave && { waveId: wave.id }),
              maxOrders: method === 'single' ? 1 : Number(orders),
              count: Number(count),
            },
          },
          {
            onSuccess: ({ batch, batches: made }) => {
              onClose()
              if (made.length > 1) return toast(`${formatCount(made.length)} batches were created`)
              void router.navigate({ href: paths.batch(batch.id) })
            },
          },
        )
      }
    >
      {!wave && <SiteField value={site} onChange={setSite} />}
      <RadioCards legend="Method" options={methods} value={method} onChange={setMethod} />
      <div className="grid gap-4 sm:grid-cols-2">
        {method !== 'single' && (
          <TextField
            label="Orders per batch"
            inputMode="numeric"
            value={orders}
            onChange={({ target }) => setOrders(target.value)}
          />
        )}
        <TextField
          label="Batches, at most"
          inputMode="numeric"
          value={count}
          onChange={({ target }) => setCount(target.value)}
        />
      </div>
    </Form>
  )
}
