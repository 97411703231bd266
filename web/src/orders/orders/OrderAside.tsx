import { customers } from '@stowage/contract/orders/customers'
import type { Order } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { load } from '../../app/api.ts'
import { formatMoney } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { useTimes } from '../../workspace/times.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { paymentText } from './words.ts'

/** Beside the lines: the customer, what was agreed, the totals and notes. */
export function OrderAside({ order }: { order: Order }) {
  const { brief: show, zone } = useTimes()
  const { totals, currency, tags, note } = order
  const time = (at: string | null) =>
    at === null ? (
      '-'
    ) : (
      <time dateTime={at} title={zone}>
        {show(at)}
      </time>
    )
  const money = (amount: string) => formatMoney(amount, currency)
  const warehouses = [
    ...new Set(order.lines.flatMap(({ claims }) => claims.map(({ warehouse }) => warehouse))),
  ]
  return (
    <aside aria-label="Order details" className="grid gap-3 sm:max-lg:grid-cols-2">
      <Customer order={order} />
      <Panel title="Details">
        <Entries
          entries={[
            ['Promised', time(order.promisedShipAt)],
            ['Placed', time(order.placedAt)],
            ['Priority', order.priority],
            ['Channel', order.channel],
            ['External number', order.externalId ?? '-'],
            ['Warehouse', warehouses.join(', ') || '-'],
            ['Shipping', order.shipComplete ? 'In one shipment' : 'As available'],
            ['Payment', paymentText(order.paymentState) || '-'],
            ['Entered by', creatorOf(order)],
          ]}
        />
      </Panel>
      <Panel title="Total">
        <Entries
          entries={[
            ['Subtotal', money(totals.subtotal)],
            ['Discount', money(totals.discount)],
            ['Shipping', money(totals.shipping)],
            ['Tax', money(totals.tax)],
            ['Total', <strong key="total">{money(totals.total)}</strong>],
          ]}
        />
      </Panel>
      {(note !== '' || tags.length > 0) && (
        <Panel title="Notes">
          {note !== '' && <p className="text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
          {tags.length > 0 && (
            <ul role="list" aria-label="Tags" className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <li key={tag} className="rounded-full bg-hover px-2 py-0.5 text-xs wrap-anywhere">
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </aside>
  )
}

function Customer({
  order: { customerId, customer, shippingAddress, billingAddress },
}: {
  order: Order
}) {
  const paths = usePaths()
  const { can } = useCan()
  const slug = useSlug()
  const { data } = useQuery({
    ...load(customers.details, { params: { slug, customerId: customerId ?? '' } }),
    enabled: customerId !== null && can(customers.details),
  })
  return (
    <Panel title="Customer">
      <div className="grid gap-1 text-sm wrap-anywhere">
        {customerId === null ? (
          <p className="text-muted">No customer</p>
        ) : (
          <p>
            <Link className="link" href={paths.customer(customerId)}>
              {customer ?? customerId}
            </Link>
          </p>
        )}
        {data?.customer.emails.slice(0, 1).map((email) => (
          <p key={email} className="text-muted">
            {email}
          </p>
        ))}
        <AddressText label="Ship to" address={shippingAddress} />
        {billingAddress && <AddressText label="Bill to" address={billingAddress} />}
      </div>
    </Panel>
  )
}

function AddressText({ label, address }: { label: string; address: Order['shippingAddress'] }) {
  const text =
    address &&
    [
      address.name,
      address.company,
      address.line1,
      address.line2,
      `${address.postalCode} ${address.city}`.trim(),
      address.region,
      address.country,
    ]
      .filter(Boolean)
      .join(', ')
  return <p className="text-muted">{`${label}: ${text || 'no address'}`}</p>
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="card grid content-start gap-2 px-4 py-3">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Entries({ entries }: { entries: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {entries.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-end wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
