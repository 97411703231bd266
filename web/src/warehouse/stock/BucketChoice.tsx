import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { Button } from '../../ui/Button.tsx'
import { bucketsOf } from './buckets.ts'
import { compareQuantities, freeOf } from '../products/quantities.ts'
import { statuses } from '../products/stock-words.ts'

/** Shows the location, lot and status of a bucket in a line. */
export function BucketWords({ bucket }: { bucket: StockBucket }) {
  const { word, look } = statuses[bucket.status]
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <strong className="font-mono">{bucket.location}</strong>
      <StateBadge state={look}>{word}</StateBadge>
      {bucket.lot !== null && <span>{`Lot ${bucket.lot}`}</span>}
      {bucket.expiresOn !== null && <span>{`until ${formatCalendarDay(bucket.expiresOn)}`}</span>}
      {bucket.serial !== null && <span>{`Serial ${bucket.serial}`}</span>}
    </span>
  )
}

type Props = {
  slug: string
  warehouseId: string | undefined
  item: { id: string; sku: string }
  /** The question above the list. */
  title: string
  onBucket: (bucket: StockBucket) => void
  /** Another way on, such as a place where there is nothing yet. */
  elsewhere?: { label: string; run: () => void }
  onCancel: () => void
}

/** Asks which bucket of an item is meant. The first has the focus; a single one is chosen automatically. */
export function BucketChoice(props: Props) {
  const { slug, warehouseId, item, title, onBucket, elsewhere, onCancel } = props
  const found = useQuery({
    ...bucketsOf(slug, item.id, warehouseId),
    staleTime: 0,
  })
  const { data, isFetching } = found
  const first = useRef<HTMLButtonElement>(null)
  const buckets = isFetching && !data ? undefined : data?.items
  const only = !elsewhere && buckets?.length === 1 ? buckets[0] : undefined
  const isShown = buckets !== undefined
  useEffect(() => {
    if (only) onBucket(only)
    else if (isShown) first.current?.focus()
    // Once, when the buckets are known: the callback is new with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [only, isShown])

  if (only) return null
  return (
    <section aria-label={title} className="card grid gap-3 p-4">
      <h2 className="text-base font-semibold">{title}</h2>
      <Reading of={found} />
      {buckets?.length === 0 && (
        <p className="text-muted">
          {warehouseId === undefined
            ? `${item.sku} is out of stock.`
            : `${item.sku} is out of stock in this warehouse.`}
        </p>
      )}
      {buckets && buckets.length > 0 && (
        <ul role="list" className="grid gap-2">
          {buckets.map((bucket, at) => (
            <li key={bucket.bucketId}>
              <button
                ref={at === 0 ? first : undefined}
                type="button"
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-control border border-edge bg-surface px-4 py-2 text-start text-sm hover:bg-hover"
                onClick={() => onBucket(bucket)}
              >
                <BucketWords bucket={bucket} />
                <span className="tabular-nums">
                  {`${formatQuantity(bucket.onHand)} ${bucket.unit} on hand`}
                  {compareQuantities(bucket.allocated, '0') > 0 &&
                    `, ${formatQuantity(freeOf(bucket))} free`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {elsewhere && <Button onClick={elsewhere.run}>{elsewhere.label}</Button>}
        <Button look="quiet" onClick={onCancel}>
          Choose another item
        </Button>
      </div>
    </section>
  )
}
