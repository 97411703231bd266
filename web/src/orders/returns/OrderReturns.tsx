import { returns } from '@stowage/contract/orders/returns'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { wholePage } from '../../parts/selected.ts'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { returnStates } from './words.ts'

type Props = { slug: string; orderId: string }

/** The returns of an order, and how much of each shipped item they have; nothing where there are none. */
export function OrderReturns({ slug, orderId }: Props) {
  const { can } = useCan()
  const paths = usePaths()
  const { show } = useTimes()
  const isShown = can(returns.list)
  const list = useQuery({
    ...load(returns.list, {
      params: { slug },
      query: { ...wholePage, order: orderId, sort: '-createdAt' },
    }),
    enabled: isShown,
  })
  const some = (list.data?.items.length ?? 0) > 0
  const items = useQuery({
    ...load(returns.returnable, { params: { slug, orderId } }),
    enabled: isShown && some,
  })
  const error = list.error ?? items.error
  if (error)
    return (
      <ErrorBox
        error={error}
        fallback="Couldn’t load the returns"
        onRetry={() => void Promise.all([list.refetch(), items.refetch()])}
      />
    )
  if (!list.data || !some) return null
  const affected = (items.data?.items ?? []).filter(
    ({ returned, expected }) => returned !== '0' || expected !== '0',
  )
  return (
    <section aria-labelledby="returns" className="card grid content-start gap-3 p-5">
      <h2 id="returns">Returns</h2>
      <ul role="list" className="grid gap-2 text-sm">
        {list.data.items.map(({ id, number, state, reasons, qty, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link className="link" href={paths.return(id)}>
              {number}
            </Link>
            <StateBadge state={returnStates[state].look}>{returnStates[state].word}</StateBadge>
            <span className="text-muted tabular-nums">
              {[...reasons, `${formatQuantity(qty)} units`, show(createdAt)].join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {affected.length > 0 && (
        <ul role="list" aria-label="Returned items" className="grid gap-1 text-sm tabular-nums">
          {affected.map(({ orderLineId, variantId, sku, shipped, returned, expected }) => (
            <li key={`${orderLineId} ${variantId}`} className="wrap-anywhere">
              <span className="font-semibold">{sku}</span>
              {`: ${formatQuantity(returned)} of ${formatQuantity(shipped)} returned`}
              {expected !== '0' && `, ${formatQuantity(expected)} expected`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
