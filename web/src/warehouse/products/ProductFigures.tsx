import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { formatCalendarDay, formatCount, formatQuantity } from '../../app/format.ts'
import type { QuantityWord } from '../../help/quantities.ts'
import { Definition } from '../../help/Definition.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { Link } from '../../parts/Link.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { sumOf } from './sums.ts'

const StepLine = lazyPart(() => import('../../ui/chart/StepLine.tsx'), 'StepLine')

type Part = { label: string; qty: string }
const grid = 'grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6'

/** The six numbers of an item over all warehouses in sight, what each is made of, and the last 90 days. */
export function ProductFigures({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const to = usePaths()
  const found = useQuery(load(stockViews.variant, { params: { slug, variantId: variant.id } }))
  const { data, error } = found
  if (error) return <ReadError of={found} />
  if (!data)
    return (
      <Skeleton className="grid gap-4">
        <div className={grid}>
          {Array.from({ length: 6 }, (_, at) => (
            <div key={at} className="card grid min-h-[118px] content-start gap-3 p-4">
              <Bar className="h-4 w-20" />
              <Bar className="h-7 w-16" />
            </div>
          ))}
        </div>
        {/* Most items have a history: without its room the chart would push the stock down. */}
        <div className="card grid gap-3 p-4">
          <Bar className="h-6 w-40" />
          <Bar className="h-[208px] w-full" />
        </div>
      </Skeleton>
    )
  const { totals, explain, warehouses, days } = data
  const incoming = sumOf(
    warehouses.map((level) => level.incoming),
    variant.qtyScale,
  )
  const places = warehouses.map((level) => ({ label: level.warehouseCode, qty: level.available }))
  const { unit } = variant
  const isEver = days.some(({ onHand }) => Number(onHand) !== 0)
  const [first, last] = isEver ? [days[0], days.at(-1)] : []
  return (
    <>
      <dl className={grid}>
        <Figure of="On hand" qty={totals.onHand} unit={unit} parts={explain.onHand} />
        <Figure of="Unavailable" qty={totals.unavailable} unit={unit} parts={explain.unavailable} />
        <Figure of="Reserved" qty={totals.reserved} unit={unit} parts={explain.reserved}>
          <Link href={to.product(variant.sku, 'orders')} className="link">
            Show reservations
          </Link>
        </Figure>
        <Figure of="Available" qty={totals.available} unit={unit} parts={places} />
        <Figure of="Incoming" qty={incoming} unit={unit} parts={[]} />
        <Figure of="Backordered" qty={totals.backordered} unit={unit} parts={[]} />
      </dl>
      {first && last && (
        <section aria-labelledby="days" className="card grid gap-3 p-4">
          <h2 id="days">{`On hand, last ${days.length} days`}</h2>
          <Suspense fallback={<Bar className="h-[208px] w-full" />}>
            <StepLine
              points={days.map(({ day, onHand }) => ({
                label: formatCalendarDay(day),
                value: Number(onHand),
                text: `${formatQuantity(onHand)} ${unit}`,
              }))}
              summary={`On hand went from ${formatQuantity(first.onHand)} to ${formatQuantity(last.onHand)} ${unit} between ${formatCalendarDay(first.day)} and ${formatCalendarDay(last.day)}.`}
              columns={['Day', 'On hand']}
              format={formatCount}
            />
          </Suspense>
        </section>
      )}
    </>
  )
}

type FigureProps = {
  of: QuantityWord
  qty: string
  unit: string
  parts: readonly Part[]
  /** Below what it is made of. */
  children?: ReactNode
}

function Figure({ of, qty, unit, parts, children }: FigureProps) {
  const shown = parts.filter((part) => Number(part.qty) !== 0)
  return (
    <div className="card grid content-start gap-1 p-4">
      <dt className="text-sm text-muted">
        <Definition of={of} />
      </dt>
      <dd className="grid gap-2">
        <span className="text-2xl font-semibold tabular-nums wrap-anywhere">
          {formatQuantity(qty)}
          <span className="text-sm font-normal text-muted">{` ${unit}`}</span>
        </span>
        {shown.length > 0 && (
          <details className="text-sm">
            <summary className="w-fit text-muted">Made of</summary>
            <ul role="list" className="mt-1 grid gap-0.5 tabular-nums">
              {shown.map((part) => (
                <li key={part.label} className="flex justify-between gap-3">
                  <span className="wrap-anywhere">{part.label}</span>
                  <span>{formatQuantity(part.qty)}</span>
                </li>
              ))}
            </ul>
            {children}
          </details>
        )}
      </dd>
    </div>
  )
}
