import { customers, type Customer } from '@stowage/contract/orders/customers'
import type { orders } from '@stowage/contract/orders/orders'
import { Suspense, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { documentPage } from '../../workspace/document-page.tsx'
import { archivingOf } from '../../workspace/steps/record-steps.tsx'
import { Steps } from '../../workspace/steps/Steps.tsx'

// Loaded with the customer, before which it is not shown.
const CustomerForm = lazyPart(() => import('./CustomerForm.tsx'), 'CustomerForm')

const customerSteps = archivingOf<Customer>({ one: 'customer', many: 'customers' }, customers, {
  look: 'secondary',
  name: ({ name }) => name,
  button: (verb) => verb,
})

/** One customer: details to edit, and the way to its orders. */
const CustomerPage: FunctionComponent = documentPage({
  page: '/$platform/app/customers/$customerId',
  route: customers.details,
  name: 'customer',
  title: ({ name }) => name,
  body: (customer, { paths, whyTo }) => (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {customer.state !== 'active' && <StateBadge state="none">Archived</StateBadge>}
        <LinkButton
          href={paths.orders({ customer: customer.id })}
          why={whyTo<typeof orders.list>('order.read')}
        >
          Orders
        </LinkButton>
        {customer.state === 'active' && (
          <LinkButton
            href={paths.newOrder({ customer: customer.id })}
            why={whyTo<typeof orders.create>('order.create')}
          >
            Create order
          </LinkButton>
        )}
        <Steps steps={customerSteps} of={customer} />
      </div>
      <section aria-label="Details" className="card max-w-3xl p-5">
        <Suspense fallback={<Spinner />}>
          <CustomerForm record={customer} />
        </Suspense>
      </section>
    </>
  ),
})

export default CustomerPage
