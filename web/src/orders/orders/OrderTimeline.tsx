import { trace, type TimelineStep } from '@stowage/contract/orders/report-trace'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Button } from '../../ui/Button.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { holdReasons, stepWords, stoppedLotText } from './words.ts'
import { Reading } from '../../parts/Reading.tsx'

const fieldWords: Record<string, string> = {
  qty: 'quantity',
  unitPrice: 'price',
  note: 'note',
  lines: 'lines',
  priority: 'priority',
  promisedShipAt: 'ship-by date',
  placedAt: 'order date',
  shipComplete: 'partial shipments',
  currency: 'currency',
  customerId: 'customer',
  shippingAddress: 'shipping address',
  billingAddress: 'billing address',
  paymentState: 'payment',
  tags: 'tags',
  metadata: 'metadata',
  shippingCharge: 'shipping charge',
  orderDiscount: 'order discount',
  discount: 'discount',
  tax: 'tax',
}

/** The most packages that a step names. */
const mostNamed = 10

/** Lists the events of an order, newest first. */
export function OrderTimeline({ slug, orderId }: { slug: string; orderId: string }) {
  const [cursor, setCursor] = useState<string>()
  const { zone, show } = useTimes()
  const { all = [] } = useSite()
  const found = useQuery(
    load(trace.timeline, {
      params: { slug, orderId },
      query: { limit: '25', ...(cursor !== undefined && { cursor }) },
    }),
  )
  const { data } = found
  const codeOf = (id: unknown) => all.find((site) => site.id === id)?.code
  return (
    <section aria-labelledby="timeline" className="card grid content-start gap-3 p-5">
      <h2 id="timeline">History</h2>
      <Reading of={found} fallback="Couldn’t load the history" />
      {data && (
        <>
          <ol role="list" className="grid gap-3 text-sm" aria-label={`Times in ${zone}`}>
            {data.items.map((step) => (
              <li key={step.id} className="grid gap-0.5">
                <p>
                  <span className="font-medium">{stepWords[step.type] ?? step.type}</span>
                  {textOf(step, codeOf)}
                </p>
                <p className="text-muted">
                  <time dateTime={step.at}>{show(step.at)}</time>
                  {`, ${step.by ?? 'Stowage'}`}
                </p>
              </li>
            ))}
          </ol>
          {(data.next !== null || data.previous !== null) && (
            <div className="flex flex-wrap gap-2">
              <Button
                why={data.previous === null ? 'This is the newest.' : undefined}
                onClick={() => setCursor(data.previous ?? undefined)}
              >
                Newer
              </Button>
              <Button
                why={data.next === null ? 'This is the oldest.' : undefined}
                onClick={() => setCursor(data.next ?? undefined)}
              >
                Older
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** Returns the details shown after the name of a step. */
function textOf({ lineNo, data }: TimelineStep, codeOf: (id: unknown) => string | undefined) {
  const { sku, qty, reason, kind, note, changed, from, to, toOrder, added, fulfillments } = data
  const { lot, lotState, lines } = data
  const { shipment, tracking } = data
  const fields = Array.isArray(changed)
    ? changed.map((name) => fieldWords[String(name)] ?? String(name)).join(', ')
    : undefined
  const place = codeOf(to)
  const parts = [
    typeof qty === 'string' && `${formatQuantity(qty)} of`,
    typeof sku === 'string' ? sku : lineNo !== null && `line ${lineNo}`,
  ].filter(Boolean)
  const phrases = [
    parts.join(' '),
    place && `to ${place}`,
    typeof toOrder === 'string' && `to ${toOrder}`,
    typeof from === 'number' && typeof to === 'number' && `from ${from} to ${to}`,
    fields,
    Array.isArray(lines) && lines.map(withdrawnText).join(', '),
    typeof lot === 'string' && stoppedLotText(lot, lotState),
    Array.isArray(fulfillments) && fulfillments.join(', '),
    typeof shipment === 'string' && (packagesText(data['packages']) ?? shipment),
    typeof tracking === 'string' && tracking,
    typeof added === 'number' && `${added} lines added`,
    typeof kind === 'string' && (holdReasons[kind as keyof typeof holdReasons] ?? kind),
    typeof reason === 'string' && reason,
    typeof note === 'string' && note,
  ].filter(Boolean)
  return phrases.length > 0 && `: ${phrases.join(', ')}`
}

/** '4 of TEA-1': of a line of a fulfillment, what is not picked any more. */
const withdrawnText = ({ qty, sku }: { qty: string; sku: string }) =>
  `${formatQuantity(qty)} of ${sku}`

/** The packages of a shipment with their own tracking numbers, of many the first; undefined without any. */
function packagesText(packages: unknown): string | undefined {
  if (!Array.isArray(packages) || packages.length === 0) return undefined
  const texts = (packages as { number: string; tracking: string }[])
    .slice(0, mostNamed)
    .map(({ number, tracking }) => (tracking ? `${number} (${tracking})` : number))
  const more = packages.length - texts.length
  return [...texts, ...(more > 0 ? [`${more} more packages`] : [])].join(', ')
}
