import { orders } from '@stowage/contract/orders/orders'
import { returns } from '@stowage/contract/orders/returns'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { load, send } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Form } from '../../parts/Form.tsx'
import { wholePage } from '../../parts/selected.ts'
import { LookOnly } from '../../parts/LookOnly.tsx'
import { Page } from '../../parts/Page.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { BlindReturnForm } from './BlindReturnForm.tsx'
import { OrderReturnForm } from './OrderReturnForm.tsx'

const route = getRouteApi('/$platform/app/returns/new')

/** Announces a return of an order, or of items without one. */
export default function NewReturnPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const orderId = route.useSearch({ select: ({ order }) => order })
  const refused = useCan().why(returns.create)
  return (
    <Page title="Create return" site={useWorkspaceName(slug)}>
      <LookOnly refused={refused} />
      {orderId === undefined ? (
        <>
          <FindOrder slug={slug} />
          <h2>Without an order</h2>
          <BlindReturnForm slug={slug} />
        </>
      ) : (
        <OfOrder key={orderId} slug={slug} orderId={orderId} />
      )}
    </Page>
  )
}

/** Finds the order by its number, typed or scanned. */
function FindOrder({ slug }: { slug: string }) {
  const paths = usePaths()
  const router = useRouter()
  const [number, setNumber] = useState('')
  const open = (order: string) => void router.navigate({ href: paths.newReturn({ order }) })
  const find = useMutation({
    mutationFn: async () =>
      (await send(orders.list, { params: { slug }, query: { ...wholePage, q: number.trim() } }))
        .items,
    onSuccess: ([first, ...others]) => {
      if (first && others.length === 0) open(first.id)
    },
  })
  useScan(({ found: { kind, id, label } }) => {
    if (kind !== 'order' || id === null) return undefined
    open(id)
    return { tone: 'ok', text: label }
  })
  const count = find.data?.length
  return (
    <Form
      isPage
      submit="Find order"
      submitting="Finding…"
      saving={find.isPending}
      error={find.error}
      fallback="Couldn’t find the order"
      look="secondary"
      why={number.trim() === '' ? 'Enter an order number first.' : undefined}
      onSubmit={() => find.mutate()}
    >
      <div className="max-w-md">
        <TextField
          label="Order"
          hint="Scan or enter the number of the order, or the number in the shop."
          autoComplete="off"
          data-scan="code"
          value={number}
          onChange={({ target }) => {
            find.reset()
            setNumber(target.value)
          }}
        />
      </div>
      {count !== undefined && count !== 1 && (
        <Notice kind="info" live>
          {count === 0
            ? 'No order has this number.'
            : 'Several orders begin with this number. Enter all of it.'}
        </Notice>
      )}
    </Form>
  )
}

function OfOrder({ slug, orderId }: { slug: string; orderId: string }) {
  const params = { slug, orderId }
  const order = useQuery(load(orders.details, { params }))
  const items = useQuery(load(returns.returnable, { params }))
  const error = order.error ?? items.error
  if (error)
    return (
      <ErrorBox
        error={error}
        fallback="Couldn’t load the order"
        onRetry={() => void Promise.all([order.refetch(), items.refetch()])}
      />
    )
  if (!order.data || !items.data) return <Spinner />
  const { order: of } = order.data
  if (items.data.items.every(({ left }) => left === '0'))
    return (
      <EmptyState title={`Nothing of ${of.number} can be returned`}>
        {items.data.items.length === 0
          ? 'Nothing was shipped yet.'
          : 'All that was shipped is in returns.'}
      </EmptyState>
    )
  return <OrderReturnForm slug={slug} order={of} items={items.data.items} />
}
