import { customers, type Customer } from '@stowage/contract/orders/customers'
import { orders, type Order } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatMoney } from '../../app/format.ts'
import { useTenantUser } from '../../app/session.ts'
import { Form } from '../../parts/Form.tsx'
import { LineErrors } from '../../parts/LineEditor.tsx'
import { useLines } from '../../parts/lines.ts'
import { useKeptWork } from '../../parts/kept-work.ts'
import { Page } from '../../parts/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { LookOnly } from '../../parts/LookOnly.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { RestoredWork } from '../../parts/RestoredWork.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { useCurrency } from '../../warehouse/settings/money.ts'
import { CustomerField } from '../customers/CustomerField.tsx'
import { AmountField } from './AmountField.tsx'
import { modeOptions } from './words.ts'
import { OrderLines } from './OrderLines.tsx'
import {
  bodyOf,
  copyOf,
  hasOrder,
  hasWrongAmount,
  isReady,
  orderOf,
  pricedLines,
  totalOf,
  type OrderWork,
} from './order-lines.ts'

const route = getRouteApi('/$platform/app/orders/new')
/** The name of the button that saves without confirming. */
const asDraft = 'draft'

/** Enters an order by hand: from nothing, for a customer, or as a copy of another. */
export default function NewOrderPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { from, customer } = route.useSearch()
  const copied = useQuery({
    ...load(orders.details, { params: { slug, orderId: from ?? '' } }),
    enabled: from !== undefined,
  })
  const buyer = useQuery({
    ...load(customers.details, { params: { slug, customerId: customer ?? '' } }),
    enabled: customer !== undefined,
  })
  const isLoaded = (from === undefined || copied.data) && (customer === undefined || buyer.data)
  return (
    <Page title="Create order" site={useWorkspaceName(slug)}>
      {copied.error && <ErrorBox error={copied.error} fallback="Couldn’t load the order to copy" />}
      {buyer.error && <ErrorBox error={buyer.error} fallback="Couldn’t load the customer" />}
      {!isLoaded && !copied.error && !buyer.error && <Spinner />}
      {isLoaded && (
        <Entry
          key={from ?? customer}
          slug={slug}
          source={copied.data?.order}
          buyer={buyer.data?.customer}
        />
      )}
    </Page>
  )
}

type EntryProps = { slug: string; source: Order | undefined; buyer: Customer | undefined }

function Entry({ slug, source, buyer }: EntryProps) {
  const account = useTenantUser()?.id ?? ''
  const begin = useCallback(() => (source ? copyOf(source) : orderOf(buyer)), [source, buyer])
  const kept = useKeptWork<OrderWork>(
    `order.${slug}.${source?.id ?? buyer?.id ?? 'new'}`,
    account,
    begin,
    hasOrder,
  )
  const { work, setWork } = kept
  const { why } = useCan()
  const own = useCurrency()
  const isForeign = (customer: OrderWork['customer']) =>
    Boolean(own && customer?.currency && customer.currency !== own)
  const currency = work.customer?.currency ?? own
  const paths = usePaths()
  const router = useRouter()
  const [isConfirming, setIsConfirming] = useState(true)
  const create = useAction(orders.create)
  const set = (changed: (now: OrderWork) => OrderWork) => {
    if (create.error) create.reset()
    setWork(changed)
  }
  const change = (part: Partial<OrderWork>) => set((now) => ({ ...now, ...part }))
  const edit = useLines(
    work.lines,
    (lines) => set((now) => ({ ...now, lines: lines(now.lines) })),
    isReady,
  )
  const whyNot =
    why(orders.create) ??
    (work.lines.length === 0 ? 'Add an item first.' : undefined) ??
    (hasWrongAmount(work) ? 'Check the shipping charge and the order discount.' : undefined)
  const send = (confirm: boolean) => {
    setIsConfirming(confirm)
    create.mutate(
      { params: { slug }, body: bodyOf(work, confirm) },
      {
        onSuccess: ({ order: { id, number, state, reservationState } }) => {
          toast(outcomeOf(number, state, reservationState))
          kept.startOver()
          void router.navigate({ href: paths.order(id) })
        },
      },
    )
  }
  return (
    <Form
      isPage
      submit="Confirm order"
      submitting={isConfirming ? 'Confirming…' : undefined}
      saving={create.isPending}
      error={create.error}
      fallback="Couldn’t save the order"
      explained={<Refusal error={create.error} />}
      why={whyNot ?? why(orders.create, 'order.confirm')}
      beside={
        <>
          <Button
            type="submit"
            name={asDraft}
            busy={create.isPending && !isConfirming && 'Saving…'}
            why={whyNot}
          >
            Save draft
          </Button>
          <LineErrors edit={edit} />
        </>
      }
      onWrong={edit.onWrong}
      onSubmit={(button) => send(button !== asDraft)}
    >
      <LookOnly refused={why(orders.create)} />
      {kept.isRestored && (
        <RestoredWork onStartOver={kept.startOver}>
          This order was saved on this device and not sent yet. You can continue.
        </RestoredWork>
      )}
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <CustomerField
          slug={slug}
          customer={work.customer}
          onCustomer={(customer) =>
            change({
              customer,
              ...(isForeign(customer) !== isForeign(work.customer) && {
                lines: pricedLines(work.lines, isForeign(customer)),
              }),
            })
          }
        />
        <TextField
          label="External number"
          hint="Optional, such as the customer’s order number"
          maxLength={80}
          autoComplete="off"
          data-scan="fill"
          value={work.externalId}
          onChange={({ target }) => change({ externalId: target.value })}
        />
        <TextField
          label="Ship by"
          type="datetime-local"
          hint="Optional. In this device’s time zone."
          value={work.shipBy}
          onChange={({ target }) => change({ shipBy: target.value })}
        />
        <Select
          label="If items are out of stock"
          options={[{ value: '', label: 'Channel default' }, ...modeOptions]}
          value={work.mode}
          onChange={({ target }) => change({ mode: target.value })}
        />
      </div>
      {isForeign(work.customer) && (
        <Notice kind="info">
          <p>{`This order is in ${currency}. Catalog prices are in ${own}, so enter its prices.`}</p>
        </Notice>
      )}
      <OrderLines
        slug={slug}
        edit={edit}
        currency={currency}
        isForeign={isForeign(work.customer)}
      />
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <AmountField
          label="Shipping charge"
          value={work.shippingCharge ?? ''}
          onChange={(shippingCharge) => change({ shippingCharge })}
        />
        <AmountField
          label="Order discount"
          value={work.orderDiscount ?? ''}
          why={work.orderDiscount ? undefined : why(orders.updateLine, 'order.price.override')}
          onChange={(orderDiscount) => change({ orderDiscount })}
        />
      </div>
      <OrderTotal work={work} currency={currency} />
      <div className="max-w-3xl">
        <TextArea
          label="Note"
          maxLength={1000}
          value={work.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </div>
    </Form>
  )
}

function OrderTotal({ work, currency }: { work: OrderWork; currency: string | undefined }) {
  const total = totalOf(work.lines, work)
  if (work.lines.length === 0 || total === undefined || currency === undefined) return null
  return (
    <p className="tabular-nums">
      {'Order total: '}
      <span className="font-semibold">{formatMoney(total, currency)}</span>
    </p>
  )
}

function outcomeOf(number: string, state: Order['state'], reserved: Order['reservationState']) {
  if (state === 'draft') return `${number} was saved as a draft`
  return reserved === 'full'
    ? `${number} was confirmed, all lines are reserved`
    : `${number} was confirmed, some lines wait for stock`
}
