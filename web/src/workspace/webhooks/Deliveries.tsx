import { deliveries, type Delivery } from '@stowage/contract/workspace/webhook-deliveries'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load, useAction } from '../../app/api.ts'
import { CodeBlock } from '../../parts/CodeBlock.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { PagedTable } from '../../parts/PagedTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../rights.ts'
import { useTimes } from '../times.ts'
import { deliveryStates } from './words.ts'

const route = getRouteApi('/$platform/app/settings/webhooks/$webhookId')
/** Milliseconds between two looks while something is on its way. */
const whileUnderWay = 2_000

const columnsOf = (show: (at: string) => string): Column<Delivery>[] => [
  { header: 'Event', cell: ({ type }) => <span className="wrap-anywhere">{type}</span> },
  {
    header: 'State',
    cell: ({ state }) => (
      <StateBadge state={deliveryStates[state].look}>{deliveryStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Response',
    cell: ({ status, failure }) => (
      <span className="wrap-anywhere">{failure ?? status ?? '-'}</span>
    ),
  },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { header: 'Created', cell: ({ createdAt }) => show(createdAt) },
  { header: 'Next attempt', wide: true, cell: (delivery) => nextWords(delivery, show) },
]

function nextWords({ nextAt, finishedAt }: Delivery, show: (at: string) => string) {
  if (nextAt) return show(nextAt)
  return finishedAt ? '-' : 'After an earlier event'
}

type Props = { slug: string; webhookId: string }

/** Lists the sent and pending deliveries of a webhook, newest first. */
export function Deliveries({ slug, webhookId }: Props) {
  const { state, ...search } = route.useSearch()
  const { page, filter, pager } = useList('deliveries', search)
  const found = useQuery({
    ...load(deliveries.list, {
      params: { slug, webhookId },
      query: { ...page, state: state?.join(',') },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ finishedAt }) => finishedAt === null) ? whileUnderWay : false,
  })
  const { zone, show } = useTimes()
  const columns = useMemo(() => columnsOf(show), [show])
  const options = Object.entries(deliveryStates).map(([value, { word }]) => ({
    value,
    label: word,
  }))
  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-semibold">Deliveries</h2>
      <FilterBar
        q=""
        onChange={(change) => filter(change)}
        filters={[
          { key: 'state', label: 'State', value: state?.join(','), promoted: true, options },
        ]}
      />
      <PagedTable
        caption={`Newest first, times in ${zone}`}
        columns={columns}
        rowId={({ id }) => id}
        reply={found}
        details={(delivery) => <Details slug={slug} webhookId={webhookId} delivery={delivery} />}
        detailsWords={['Show', 'Hide']}
        pager={pager}
        fallback="Couldn’t load the deliveries"
        empty={
          state ? (
            <EmptyState
              title="No deliveries match"
              action={<Button onClick={() => filter({ state: undefined })}>Clear filters</Button>}
            />
          ) : (
            <EmptyState title="No deliveries yet">
              Events appear here as they happen. Send a test event to check the connection.
            </EmptyState>
          )
        }
      />
    </div>
  )
}

/** The request of a delivery and each attempt with the beginning of its response. */
function Details({ slug, webhookId, delivery }: Props & { delivery: Delivery }) {
  const params = { slug, webhookId, delivery: delivery.id }
  // The attempts of the row change with it.
  const call = load(deliveries.get, { params })
  const { data, error } = useQuery({
    ...call,
    queryKey: [...call.queryKey, delivery.attempts, delivery.state],
    placeholderData: keepPreviousData,
  })
  const { zoned } = useTimes()
  const whyNot = useCan().why(deliveries.replay)
  const replay = useAction(deliveries.replay)
  if (error) return <ErrorBox error={error} fallback="Couldn’t load the delivery" />
  if (!data) return <Spinner />
  return (
    <div className="grid max-w-3xl gap-4 p-2">
      {replay.error && <ErrorBox error={replay.error} fallback="Couldn’t send it again" />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          why={whyNot ?? (delivery.finishedAt ? undefined : 'It is still being sent')}
          busy={replay.isPending && 'Sending…'}
          onClick={() =>
            replay.mutate({ params }, { onSuccess: () => toast('The event will be sent again') })
          }
        >
          Send again
        </Button>
      </div>
      {data.body && (
        <CodeBlock
          name="Request body"
          text={JSON.stringify(data.body, null, 2)}
          copy="Copy request body"
        />
      )}
      <ol role="list" aria-label="Attempts" className="grid gap-3">
        {data.attempts.map(({ number, at, tookMs, status, failure, responseHead }) => (
          <li key={number} className="grid gap-1 text-sm">
            <p>
              {`Attempt ${number} · ${zoned(at)} · ${tookMs} ms · ${failure ?? `Response ${status}`}`}
            </p>
            {responseHead && (
              <code className="block rounded-control border border-line bg-hover p-3 font-mono text-xs break-all whitespace-pre-wrap">
                {responseHead}
              </code>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
