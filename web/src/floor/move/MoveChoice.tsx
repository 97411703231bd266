import { useQuery } from '@tanstack/react-query'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useSite } from '../../workspace/site.ts'
import { bucketsAt, bucketsOf } from '../../warehouse/stock/buckets.ts'
import { stockRow } from '../look-up/found-stock.ts'
import { Rows } from '../frame/Rows.tsx'
import type { Moving } from '../../warehouse/stock/move-scans.ts'

type Props = {
  slug: string
  now: Moving
  onBucket: (bucket: NonNullable<Moving['bucket']>) => void
}

/** Lists the stock that can be moved next, for items that cannot be scanned. */
export function MoveChoice({ slug, now: { from, item, several }, onBucket }: Props) {
  const { id: warehouse } = useSite()
  const { data, error, refetch } = useQuery({
    ...(from ? bucketsAt(slug, from.id) : bucketsOf(slug, item?.variantId ?? '', warehouse)),
    enabled: several === undefined && (from !== undefined || item !== undefined),
  })
  if (!from && !item) return null
  if (error && !data)
    return (
      <ErrorBox error={error} fallback="Couldn’t load the stock" onRetry={() => void refetch()} />
    )
  const buckets = several ?? data?.items
  if (!buckets) return <Spinner />
  return (
    <Rows
      label={from ? `In ${from.code}` : `Where ${item?.sku ?? ''} is`}
      rows={buckets.map((bucket) =>
        stockRow(bucket, {
          name: from ? bucket.name || bucket.sku : bucket.location,
          ...(from && { where: bucket.sku }),
          onPress: () => onBucket(bucket),
        }),
      )}
      none={from ? 'This location is empty. Scan another one.' : 'Out of stock'}
      isCut={several === undefined && data?.next != null}
    />
  )
}
