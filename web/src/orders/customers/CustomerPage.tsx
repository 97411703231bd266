import { customers, type Customer } from '@stowage/contract/orders/customers'
import type { orders } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { load, useAction } from '../../app/api.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { CustomerForm } from './CustomerForm.tsx'

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
          <Actions slug={slug} customer={customer} />
          <section aria-label="Details" className="card max-w-3xl p-5">
            <CustomerForm slug={slug} customer={customer} />
          </section>
        </>
      )}
    </Page>
  )
}

function Actions({ slug, customer }: { slug: string; customer: Customer }) {
  const paths = usePaths()
  const { why, whyTo } = useCan()
  const archive = useAction(customers.archive)
  const restore = useAction(customers.restore)
  const isActive = customer.state === 'active'
  const change = isActive ? archive : restore
  const submit = () =>
    change.mutate(
      {
        params: { slug, customerId: customer.id },
        body: { version: customer.version },
      },
      { onSuccess: () => toast(`${customer.name} was ${isActive ? 'archived' : 'restored'}`) },
    )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {!isActive && <StateBadge state="none">Archived</StateBadge>}
        <LinkButton
          href={paths.orders({ customer: customer.id })}
          why={whyTo<typeof orders.list>('order.read')}
        >
          Orders
        </LinkButton>
        <Button why={why(customers.archive)} busy={change.isPending && 'Saving…'} onClick={submit}>
          {isActive ? 'Archive' : 'Restore'}
        </Button>
      </div>
      {change.error && (
        <RefusalBox takesFocus error={change.error} fallback="Couldn’t change the customer" />
      )}
    </div>
  )
}
