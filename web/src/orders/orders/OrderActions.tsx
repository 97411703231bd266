import { orders, type Order } from '@stowage/contract/orders/orders'
import type { returns } from '@stowage/contract/orders/returns'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { PrintDocuments } from '../papers/PrintDocuments.tsx'
import { orderSteps } from './steps.tsx'

/** What can be done with an order in its state. */
export function OrderActions({ order }: { order: Order }) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const { id, number, fulfillmentState } = order
  return (
    <Steps steps={orderSteps} of={order}>
      <LinkButton href={paths.newOrder({ from: id })} why={why(orders.create)}>
        Duplicate
      </LinkButton>
      {fulfillmentState !== 'none' && (
        <LinkButton
          href={paths.newReturn({ order: id })}
          why={whyTo<typeof returns.create>('return.create')}
        >
          Create return
        </LinkButton>
      )}
      <PrintDocuments of="orders" what={number} collect={() => Promise.resolve([id])} />
    </Steps>
  )
}
