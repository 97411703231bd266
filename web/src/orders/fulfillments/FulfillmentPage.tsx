import { fulfillments, type Fulfillment } from '@stowage/contract/orders/fulfillments'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { load } from '../../app/api.ts'
import { formatCount, formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { makerOf } from '../../platforms/members/maker.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { PrintDocuments } from '../papers/PrintDocuments.tsx'
import { pickPolicyWords } from '../../warehouse/settings/pick-policies.ts'
import { fulfillmentStates, pickReasonWords, pickStates } from './words.ts'

const route = getRouteApi('/$platform/app/fulfillments/$fulfillmentId')

type Pick = Fulfillment['lines'][number]['picks'][number] & {
  sku: string
  name: string
  unit: string
}

const columns: Column<Pick>[] = [
  {
    header: 'Location',
    cell: ({ location }) => <span className="font-mono wrap-anywhere">{location}</span>,
  },
  { header: 'SKU', card: 'value', cell: ({ sku }) => <span className="wrap-anywhere">{sku}</span> },
  {
    header: 'Name',
    card: 'value',
    cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span>,
  },
  {
    header: 'Lot, serial',
    card: 'value',
    cell: ({ lot, serial, expiresOn }) =>
      [lot ?? serial ?? '-', expiresOn && `expires ${formatCalendarDay(expiresOn)}`]
        .filter(Boolean)
        .join(', '),
  },
  {
    header: 'Quantity',
    card: 'number',
    align: 'end',
    cell: ({ qty, unit }) => (
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {formatQuantity(qty)}
        <span className="font-normal text-muted">{` ${unit}`}</span>
      </span>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => (
      <StateBadge state={pickStates[state].look}>{pickStates[state].word}</StateBadge>
    ),
  },
  { header: 'Why here', cell: ({ reason }) => pickReasonWords[reason] },
]

/** One fulfillment: for which order, and where each item is picked and why there. */
export default function FulfillmentPage() {
  const { platform: slug, fulfillmentId } = route.useParams()
  const { data, error, refetch } = useQuery(
    load(fulfillments.details, { params: { slug, fulfillmentId } }),
  )
  const fulfillment = data?.fulfillment
  const paths = usePaths()
  const hasReady = fulfillment?.lines.some(({ picks }) =>
    picks.some(({ state }) => state === 'ready'),
  )
  return (
    <Page
      title={fulfillment?.number ?? 'Fulfillment'}
      site={useWorkspaceName(slug)}
      actions={
        fulfillment && (
          <>
            <PrintDocuments
              of="fulfillments"
              what={fulfillment.number}
              collect={() => Promise.resolve([fulfillmentId])}
            />
            {hasReady && (
              <LinkButton href={paths.picking({ fulfillment: fulfillmentId })}>
                Show tasks
              </LinkButton>
            )}
            {isAtPacking(fulfillment) && (
              <LinkButton look="primary" href={paths.pack(fulfillmentId)}>
                Pack
              </LinkButton>
            )}
          </>
        )
      }
    >
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the fulfillment"
          onRetry={() => void refetch()}
        />
      )}
      {!fulfillment && !error && <Spinner />}
      {fulfillment && <Details fulfillment={fulfillment} />}
    </Page>
  )
}

const isAtPacking = ({ state }: Fulfillment) =>
  state === 'picked' || state === 'packing' || state === 'packed'

const captionOf = (picks: readonly Pick[]) => {
  const done = picks.filter(({ state }) => state === 'done').length
  const all = picks.length === 1 ? '1 pick' : `${formatCount(picks.length)} picks`
  return done === 0 ? all : `${all}, ${formatCount(done)} done`
}

function Details({ fulfillment }: { fulfillment: Fulfillment }) {
  const paths = usePaths()
  const { show, zone } = useTimes()
  const { word, look } = fulfillmentStates[fulfillment.state]
  const { orderId, order, customer, warehouseCode, policy, priority, shipBy } = fulfillment
  const picks = fulfillment.lines.flatMap(({ sku, name, unit, picks: some }) =>
    some.map((pick): Pick => ({ ...pick, sku, name, unit })),
  )
  return (
    <>
      <Facts>
        <Fact label="State">
          <StateBadge state={look}>{word}</StateBadge>
        </Fact>
        <Fact label="Order">
          <Link className="link" href={paths.order(orderId)}>
            {order}
          </Link>
        </Fact>
        {fulfillment.splitFromId && (
          <Fact label="Split from">
            <Link className="link" href={paths.fulfillment(fulfillment.splitFromId)}>
              {fulfillment.splitFrom}
            </Link>
          </Fact>
        )}
        <Fact label="Customer">{customer ?? '-'}</Fact>
        <Fact label="Warehouse">{warehouseCode}</Fact>
        <Fact label="Pick policy">{pickPolicyWords[policy]}</Fact>
        <Fact label="Priority">{priority}</Fact>
        <Fact label="Ship by">{shipBy === null ? '-' : `${show(shipBy)} ${zone}`}</Fact>
        <Fact label="Released">{`${show(fulfillment.createdAt)} ${zone}`}</Fact>
        <Fact label="By">
          {makerOf(fulfillment.createdBy, fulfillment.createdByName) ?? 'Stowage'}
        </Fact>
      </Facts>
      <DataTable
        caption={captionOf(picks)}
        columns={columns}
        rows={picks}
        rowId={({ id }) => id}
        empty={<EmptyState title="No picks" />}
      />
    </>
  )
}
