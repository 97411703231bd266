import type { Reply } from '@stowage/contract/route'
import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import { stock, type StockBucket } from '@stowage/contract/warehouse/stock'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { labels } from '@stowage/contract/workspace/labels'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { useSite } from '../../workspace/site.ts'
import { bucketColumns } from '../stock/bucket-columns.tsx'
import { statuses } from '../products/stock-words.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useTimes } from '../../workspace/times.ts'
import { daysText, lotStates } from './words.ts'
import { lotSteps } from './steps.tsx'
import { LotForm } from './LotForm.tsx'

const route = getRouteApi('/$platform/app/stock/lots/$lotId')

/** One lot: what is known of it, what can be done with it, and where its stock is. */
export default function LotPage() {
  const { platform: slug, lotId } = route.useParams()
  const { id: warehouse } = useSite()
  const { data, error, refetch } = useQuery(
    load(lots.lot, { params: { slug, lotId }, query: { warehouse } }),
  )
  const lot = data?.lot
  return (
    <Page title={lot ? `Lot ${lot.code}` : 'Lot'} site={useWorkspaceName(slug)}>
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load the lot" onRetry={() => void refetch()} />
      )}
      {!lot && !error && <Spinner />}
      {lot && <Details slug={slug} lot={lot} stopped={data.stopped} />}
    </Page>
  )
}

type Props = { slug: string; lot: Lot; stopped: Reply<typeof lots.lot>['stopped'] }

function Details({ slug, lot, stopped }: Props) {
  const { show } = useTimes()
  const paths = usePaths()
  const { why, whyTo } = useCan()
  const { word, look } = lotStates[lot.state]
  const { sku, name, daysLeft, receivedOn } = lot
  return (
    <>
      <Facts>
        <Fact label="SKU">
          <Link className="link" href={paths.product(sku)}>
            {sku}
          </Link>
        </Fact>
        <Fact label="Name">{name || '-'}</Fact>
        <Fact label="State">
          <StateBadge state={look}>{word}</StateBadge>
        </Fact>
        {stopped && (
          <Fact label={lot.state === 'hold' ? 'Put on hold' : word}>
            {`${[stopped.by, show(stopped.at)].filter(Boolean).join(', ')}${stopped.reason ? `: ${stopped.reason}` : ''}`}
          </Fact>
        )}
        <Fact label="Days left">
          {daysLeft !== null && daysLeft < 0 ? (
            <StateBadge state="bad">{daysText(daysLeft)}</StateBadge>
          ) : (
            daysText(daysLeft)
          )}
        </Fact>
        <Fact label="Received">{receivedOn === null ? '-' : formatCalendarDay(receivedOn)}</Fact>
        <Fact label="On hand">{`${formatQuantity(lot.onHand)} ${lot.unit}`}</Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <LinkButton
          href={paths.labels({ template: 'lot', ids: [lot.id] })}
          why={whyTo<typeof labels.print>('print.use')}
        >
          Print label
        </LinkButton>
        <LinkButton
          href={paths.ledger({ variant: lot.variantId, lot: lot.code })}
          why={why(stock.ledger)}
        >
          Stock history
        </LinkButton>
        <LotSteps slug={slug} lot={lot} />
      </div>
      <section aria-labelledby="lot-details" className="card grid gap-4 p-5">
        <h2 id="lot-details">Details</h2>
        <LotForm record={lot} />
      </section>
      <LotStock slug={slug} lot={lot} />
    </>
  )
}

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
    load(stock.buckets, {
      params: { slug },
      query: { warehouse, variant: lot.variantId, lot: lot.code, sort: 'location', limit: '200' },
    }),
  )
  const [move, adjust, status, history] = [
    why(stock.move),
    whyTo<typeof adjustments.create>('stock.adjust.create'),
    why(stock.move, 'stock.status.change'),
    why(stock.ledger),
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
