import type { SplitPolicy } from '@stowage/contract/orders/channels'
import { trace, type Explanation, type traceReasons } from '@stowage/contract/orders/report-trace'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { wordsOf } from '../../app/words.ts'
import { useTimes } from '../../workspace/times.ts'
import { stoppedLotText } from './words.ts'
import { Reading } from '../../parts/Reading.tsx'

type Reason = (typeof traceReasons)[number]

/** Reasons for which a line is reserved where it is, or waits. */
const traceReasonWords = wordsOf<Reason>({
  whole_order: 'One warehouse ships the whole order',
  whole_line: 'One warehouse ships the whole line',
  divided: 'Split, because no warehouse has the full quantity',
  waiting: 'Backordered, because not enough is available',
  rest_cancelled: 'The rest was cancelled, because not enough was available',
  out_of_stock: 'Cancelled, because nothing was available',
  cancelled: 'Cancelled',
  not_confirmed: 'Not confirmed yet, nothing is reserved',
})

const policyWords = wordsOf<SplitPolicy>({
  fewest_shipments: 'with as few shipments as possible',
  priority: 'in the order of the channel’s warehouses',
  nearest: 'from the nearest warehouse',
})

/** Explains for each line why it is reserved where it is, or waits. */
export function OrderExplanation({ slug, orderId }: { slug: string; orderId: string }) {
  const { show } = useTimes()
  const found = useQuery(load(trace.explain, { params: { slug, orderId } }))
  const { data } = found
  return (
    <section aria-labelledby="explanation" className="card grid content-start gap-3 p-5">
      <h2 id="explanation">Why it is reserved this way</h2>
      <Reading of={found} fallback="Couldn’t load the explanation" />
      {data?.policy && data.plannedAt && (
        <p className="text-sm text-muted">
          {`Planned ${show(data.plannedAt)}, ${policyWords[data.policy]}`}
        </p>
      )}
      {data && (
        <ul role="list" className="grid gap-4 text-sm">
          {data.lines.map((line) => (
            <li key={`${line.lineNo} ${line.componentId ?? ''}`} className="grid gap-1">
              <p>
                <span className="font-medium wrap-anywhere">
                  {`${formatQuantity(line.requested)} ${line.sku}`}
                </span>
                {`: ${reasonText(line)}`}
              </p>
              <ul role="list" className="grid gap-0.5 text-muted">
                {line.warehouses.map((at) => (
                  <li key={at.warehouseId} className="tabular-nums">
                    {warehouseText(at, line.reason !== 'not_confirmed')}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const isSome = (qty: string) => Number(qty) > 0

function reasonText({ reason, stopped, warehouses }: Explanation['lines'][number]) {
  if (stopped) {
    const by = stopped.by ? ` by ${stopped.by}` : ''
    return `Backordered, because ${stoppedLotText(stopped.lot, stopped.lotState)}${by}`
  }
  const isReserved = warehouses.some(({ given, promised }) => isSome(given) || isSome(promised))
  if (isReserved && warehouses.some(({ backordered }) => isSome(backordered)))
    return 'Reserved in part, the rest is backordered'
  const isPlanned = reason === 'whole_order' || reason === 'whole_line' || reason === 'divided'
  // Stock that came in after an order was planned is reserved for it since.
  const isLater = warehouses.some(
    ({ promised, availableThen }) => Number(promised) > Number(availableThen),
  )
  return isPlanned && isLater ? 'Reserved when stock came in' : traceReasonWords[reason]
}

type At = {
  warehouse: string
  availableThen: string
  given: string
  available: string
  promised: string
  backordered: string
}

/**
 * Returns the quantities of one warehouse as text. For an order that was never planned, these are current
 * quantities only.
 */
function warehouseText(at: At, isPlanned: boolean): string {
  const { warehouse, availableThen, given, available, ...now } = at
  return `${warehouse}: ${[
    isPlanned && `${formatQuantity(availableThen)} available when planned`,
    isSome(given) && `${formatQuantity(given)} planned`,
    isSome(now.promised) && `${formatQuantity(now.promised)} reserved now`,
    isSome(now.backordered) && `${formatQuantity(now.backordered)} backordered now`,
    `${formatQuantity(available)} available now`,
  ]
    .filter(Boolean)
    .join(', ')}`
}
