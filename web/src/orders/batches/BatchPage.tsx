import { batches, type Batch } from '@stowage/contract/orders/batches'
import type { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { load } from '../../app/api.ts'
import { download } from '../../app/download.ts'
import { formatCount, formatQuantity } from '../../app/format.ts'
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
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { pickStates } from '../fulfillments/words.ts'
import { PdfButton } from '../papers/PdfButton.tsx'
import { Progress } from '../picking/figures.tsx'
import { batchSteps } from './steps.tsx'
import { batchStates, methodWords } from './words.ts'

const route = getRouteApi('/$platform/app/picking/batches/$batchId')

type Task = Batch['tasks'][number]

const columns: Column<Task>[] = [
  {
    header: 'Location',
    cell: ({ location }) => <span className="font-mono wrap-anywhere">{location}</span>,
  },
  { header: 'SKU', card: 'value', cell: ({ sku }) => <span className="wrap-anywhere">{sku}</span> },
  {
    header: 'Name',
    wide: true,
    grow: 'sm:min-w-32',
    cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span>,
  },
  { header: 'Lot, serial', wide: true, cell: ({ lot, serial }) => lot ?? serial ?? '-' },
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
    header: 'Tote',
    card: 'value',
    cell: ({ tote, slot }) => tote ?? `Slot ${slot}`,
  },
  { header: 'Fulfillment', wide: true, cell: ({ fulfillment }) => fulfillment },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => (
      <StateBadge state={pickStates[state].look}>{pickStates[state].word}</StateBadge>
    ),
  },
  { header: 'Picked by', wide: true, cell: ({ pickedByName }) => pickedByName ?? '-' },
]

/** One batch: who picks it, which orders it is for, and its tasks in walking order. */
export default function BatchPage() {
  const { platform: slug, batchId } = route.useParams()
  const { data, error, refetch } = useQuery(load(batches.details, { params: { slug, batchId } }))
  const batch = data?.batch
  return (
    <Page
      title={batch?.number ?? 'Batch'}
      site={useWorkspaceName(slug)}
      actions={
        batch && (
          <>
            <PdfButton
              read={(query, options) =>
                download(batches.pickList, { params: { slug, batchId }, query }, options)
              }
            >
              Print pick list
            </PdfButton>
            <BatchSteps batch={batch} />
          </>
        )
      }
    >
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load the batch" onRetry={() => void refetch()} />
      )}
      {!batch && !error && <Spinner />}
      {batch && <Details batch={batch} />}
    </Page>
  )
}

function BatchSteps({ batch }: { batch: Batch }) {
  const { why, whyTo } = useCan()
  const paths = usePaths()
  const isOpen = batch.state === 'open' || batch.state === 'in_progress'
  return (
    <Steps
      steps={batchSteps}
      of={batch}
      whyNot={{ assign: whyTo<typeof settings.members>('platform.member.read') }}
    >
      {isOpen && (
        <LinkButton
          look="primary"
          href={paths.floorPick({ batch: batch.id })}
          why={why(batches.complete)}
        >
          Pick on the floor
        </LinkButton>
      )}
    </Steps>
  )
}

function Details({ batch }: { batch: Batch }) {
  const paths = usePaths()
  const { show, zone } = useTimes()
  const { word, look } = batchStates[batch.state]
  const { tasks, totes, method, assignedTo, assignedToName, waveId, distanceM } = batch
  const left = tasks.filter(({ state }) => state === 'ready').length
  return (
    <>
      <Facts>
        <Fact label="State">
          <StateBadge state={look}>{word}</StateBadge>
        </Fact>
        <Fact label="Assigned to">
          {assignedTo === null ? 'Nobody' : (assignedToName ?? 'A former member')}
        </Fact>
        <Fact label="Method">{methodWords[method]}</Fact>
        <Fact label="Warehouse">{batch.warehouseCode}</Fact>
        {waveId !== null && (
          <Fact label="Wave">
            <Link className="link" href={paths.wave(waveId)}>
              {batch.wave}
            </Link>
          </Fact>
        )}
        <Fact label="Picked">
          <Progress of={{ tasks: batch.picked + left, picked: batch.picked }} />
        </Fact>
        <Fact label="Units">{formatQuantity(batch.units)}</Fact>
        <Fact label="Short lines">{formatCount(batch.shortLines)}</Fact>
        {distanceM !== null && <Fact label="Distance">{`${formatCount(distanceM)} m`}</Fact>}
        <Fact label="Created">{`${show(batch.createdAt)} ${zone}`}</Fact>
        <Fact label="By">{makerOf(batch.createdBy, batch.createdByName) ?? 'Stowage'}</Fact>
        <Fact label={totes.length === 1 ? 'Order' : 'Orders'}>
          <ul role="list" className="flex flex-wrap gap-x-4">
            {totes.map(({ slot, orderId, order, tote }) => (
              <li key={slot}>
                {`${slot}. `}
                <Link className="link" href={paths.order(orderId)}>
                  {order}
                </Link>
                {tote !== null && ` in ${tote}`}
              </li>
            ))}
          </ul>
        </Fact>
      </Facts>
      <DataTable
        caption="In walking order"
        columns={columns}
        rows={tasks}
        rowId={({ id }) => id}
        empty={<EmptyState title="No tasks" />}
      />
    </>
  )
}
