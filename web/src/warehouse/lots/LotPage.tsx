import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import { stock } from '@stowage/contract/warehouse/stock'
import { stockViews, type StockBucket } from '@stowage/contract/warehouse/stock-views'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { labels } from '@stowage/contract/workspace/print'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { badge, linkTo } from '../../parts/columns.tsx'
import { documentPage } from '../../workspace/document-page.tsx'
import { useSite } from '../../workspace/site.ts'
import { bucketColumns } from '../stock-views/bucket-columns.tsx'
import { statuses } from '../products/stock-words.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useTimes } from '../../workspace/times.ts'
import { daysText, lotStates } from './words.ts'
import { lotSteps } from './steps.tsx'

// Loaded with the lot, before which it is not shown.
const LotForm = lazyPart(() => import('./LotForm.tsx'), 'LotForm')

function LotSteps({ slug, lot }: { slug: string; lot: Lot }) {
  const { data } = useQuery({
    ...load(lots.inTheWay, { params: { slug, lotId: lot.id } }),
    enabled: lot.state !== 'active',
  })
  const isIdle = data && data.promised.length === 0 && data.inTheWay.every((one) => one.isPicked)
  const idle = isIdle ? 'No order has open picks of this lot.' : undefined
  return <Steps steps={lotSteps} of={lot} whyNot={{ displaceHeld: idle, displaceRecalled: idle }} />
}

/** The stock lines of the lot. One page holds all but the rarest; the rest is in the list of stock. */
function LotStock({ slug, lot }: { slug: string; lot: Lot }) {
  const paths = usePaths()
  const { id: warehouse, warehouse: site } = useSite()
  const { show } = useTimes()
  const { why, whyTo } = useCan()
  const buckets = useQuery(
    load(stockViews.buckets, {
      params: { slug },
      query: { warehouse, variant: lot.variantId, lot: lot.code, sort: 'location', limit: '200' },
    }),
  )
  const [move, adjust, status, history] = [
    why(stock.move),
    whyTo<typeof adjustments.create>('stock.adjust.create'),
    why(stock.move, 'stock.status.change'),
    why(stockViews.ledger),
  ]
  const columns = useMemo(
    () =>
      bucketColumns({ paths, isOfAll: !site, show, why: { move, adjust, status, history } })
        .filter(({ header }) => !['SKU', 'Name', 'Lot, serial'].includes(header))
        // What orders keep of a stopped lot is not sold either.
        .map((column) =>
          column.header === 'Status' && lot.state !== 'active'
            ? {
                ...column,
                cell: (row: StockBucket) => {
                  const { word, look } =
                    row.status === 'available' ? lotStates[lot.state] : statuses[row.status]
                  return <StateBadge state={look}>{word}</StateBadge>
                },
              }
            : column,
        ),
    [lot.state, paths, site, show, move, adjust, status, history],
  )
  if (buckets.error)
    return <ErrorBox error={buckets.error} fallback="Couldn’t load the stock of this lot" />
  return (
    <DataTable
      caption="Stock by location"
      columns={columns}
      rows={buckets.data?.items}
      rowId={({ bucketId }) => bucketId}
      empty={<EmptyState title="No stock of this lot" />}
    />
  )
}

/** One lot: what is known of it, what can be done with it, and where its stock is. */
const LotPage: FunctionComponent = documentPage({
  page: '/$platform/app/stock/lots/$lotId',
  route: lots.lot,
  name: 'lot',
  title: ({ code }) => `Lot ${code}`,
  facts: (lot, { paths, show, reply: { stopped } }) => {
    const { sku, state, daysLeft, receivedOn } = lot
    const days = daysText(daysLeft)
    const { word } = lotStates[state]
    const isExpired = daysLeft !== null && daysLeft < 0
    return {
      SKU: linkTo(paths.product(sku), sku),
      Name: lot.name || '-',
      State: badge(lotStates[state]),
      ...(stopped && {
        [state === 'hold' ? 'Put on hold' : word]:
          `${[stopped.by, show(stopped.at)].filter(Boolean).join(', ')}${stopped.reason ? `: ${stopped.reason}` : ''}`,
      }),
      'Days left': isExpired ? <StateBadge state="bad">{days}</StateBadge> : days,
      Received: receivedOn === null ? '-' : formatCalendarDay(receivedOn),
      'On hand': `${formatQuantity(lot.onHand)} ${lot.unit}`,
    }
  },
  body: (lot, { slug, paths, why, whyTo }) => (
    <>
      <div className="flex flex-wrap gap-2">
        <LinkButton
          href={paths.labels({ template: 'lot', ids: [lot.id] })}
          why={whyTo<typeof labels.print>('print.use')}
        >
          Print label
        </LinkButton>
        <LinkButton
          href={paths.ledger({ variant: lot.variantId, lot: lot.code })}
          why={why(stockViews.ledger)}
        >
          Stock history
        </LinkButton>
        <LotSteps slug={slug} lot={lot} />
      </div>
      <section aria-labelledby="lot-details" className="card grid gap-4 p-5">
        <h2 id="lot-details">Details</h2>
        <Suspense fallback={<Spinner />}>
          <LotForm record={lot} />
        </Suspense>
      </section>
      <LotStock slug={slug} lot={lot} />
    </>
  ),
})

export default LotPage
