import { releases, type Left } from '@stowage/contract/orders/releases'
import type { Order } from '@stowage/contract/orders/orders'
import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { policyOptionsOr } from '../../warehouse/settings/pick-policies.ts'
import { useCan } from '../../workspace/rights.ts'
import { leftWords } from '../fulfillments/words.ts'
import { changed as refresh } from '../fulfillments/changed.ts'
import { StepDialog } from './StepDialog.tsx'

type Props = { slug: string; order: Order; onClose: () => void }

const leftText = ({ sku, qty, reason }: Left) =>
  `${sku} ${formatQuantity(qty)} ${leftWords[reason]}`

/** Asks which stock is picked first, and releases the order. */
export function ReleaseDialog({ slug, order, onClose }: Props) {
  const [policy, setPolicy] = useState<PickPolicy | ''>('')
  const [isPart, setPart] = useState(false)
  const whyNotPart = useCan().why(releases.release, 'order.ship_short')
  const release = useAction(releases.release, { refresh })
  return (
    <StepDialog
      title={`Release ${order.number} for picking?`}
      consequence="A location is chosen for each item. Lines and prices can’t be edited while the order is released."
      action="Release order"
      change={release}
      onClose={onClose}
      onSubmit={() =>
        release.mutate(
          {
            params: { slug, orderId: order.id },
            body: {
              version: order.version,
              ...(policy && { policy }),
              ...(isPart && { shipShort: true }),
            },
          },
          {
            onSuccess: ({ fulfillments: made, left }) => {
              const parts =
                made.length === 1 ? '1 fulfillment' : `${formatCount(made.length)} fulfillments`
              const rest = left.length > 0 ? `. Not released: ${left.map(leftText).join(', ')}` : ''
              toast(`${order.number} was released, ${parts} to pick${rest}`)
              onClose()
            },
          },
        )
      }
    >
      <Select
        label="Pick policy"
        options={policyOptionsOr('Default of each warehouse')}
        value={policy}
        onChange={({ target }) => setPolicy(target.value as PickPolicy | '')}
      />
      {order.shipComplete && (
        <Checkbox
          checked={isPart}
          disabled={whyNotPart !== undefined}
          title={whyNotPart}
          onChange={({ target }) => setPart(target.checked)}
        >
          Release a part if the rest can’t be picked, although the order ships complete
        </Checkbox>
      )}
    </StepDialog>
  )
}
