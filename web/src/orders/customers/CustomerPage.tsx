import { customers, type Customer } from '@stowage/contract/orders/customers'
import type { orders } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { load } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { archivingOf } from '../../workspace/steps/archiving.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

// Loaded with the customer, before which it is not shown.
const CustomerForm = lazyPart(() => import('./CustomerForm.tsx'), 'CustomerForm')

const route = getRouteApi('/$platform/app/customers/$customerId')

/** One customer: details to edit, and the way to its orders. */
export default function CustomerPage() {
  const { platform: slug, customerId } = route.useParams()
  const { data, error, refetch } = useQuery(
    load(customers.details, { params: { slug, customerId } }),
  )
  const customer = data?.customer
  return (
    <Page title={customer?.name ?? 'Customer'} site={useWorkspaceName(slug)}>
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the customer"
          onRetry={() => void refetch()}
        />
      )}
      {!customer && !error && <Spinner />}
      {customer && (
        <>
          <Actions customer={customer} />
          <section aria-label="Details" className="card max-w-3xl p-5">
            <Suspense fallback={<Spinner />}>
              <CustomerForm record={customer} />
            </Suspense>
          </section>
        </>
      )}
    </Page>
  )
}

const customerSteps = archivingOf<Customer>(
  { one: 'customer', many: 'customers' },
  {
    archive: customers.archive,
    restore: customers.restore,
    look: 'secondary',
    name: ({ name }) => name,
    button: (verb) => verb,
  },
)

function Actions({ customer }: { customer: Customer }) {
  const paths = usePaths()
  const { whyTo } = useCan()
  return (
    <div className="flex flex-wrap items-center gap-2">
      {customer.state !== 'active' && <StateBadge state="none">Archived</StateBadge>}
      <LinkButton
        href={paths.orders({ customer: customer.id })}
        why={whyTo<typeof orders.list>('order.read')}
      >
        Orders
      </LinkButton>
      <Steps steps={customerSteps} of={customer} />
    </div>
  )
}
