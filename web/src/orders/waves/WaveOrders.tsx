import { waves, type WaveOrder } from '@stowage/contract/orders/waves'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { load } from '../../app/api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { Link } from '../../parts/Link.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { waveOrderStates } from './words.ts'

const route = getRouteApi('/$platform/app/picking/waves/$waveId')

const columnsOf = (paths: WorkspacePaths, show: (at: string) => string): Column<WaveOrder>[] => [
  {
    header: 'Order',
    cell: ({ orderId, number }) => (
      <Link className="link" href={paths.order(orderId)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'Result',
    card: 'state',
    keep: 4,
    cell: ({ state }) => (
      <StateBadge state={waveOrderStates[state].look}>{waveOrderStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Why not',
    card: 'value',
    grow: 'sm:min-w-40',
    keep: 3,
    cell: ({ message }) => <span className="wrap-anywhere">{message ?? '-'}</span>,
  },
  {
    header: 'Customer',
    wide: true,
    cell: ({ customer }) => <span className="wrap-anywhere">{customer ?? '-'}</span>,
  },
  {
    header: 'Priority',
    wide: true,
    align: 'end',
    cell: ({ priority }) => <span className="tabular-nums">{priority}</span>,
  },
  {
    header: 'Promised',
    wide: true,
    cell: ({ promisedShipAt }) =>
      promisedShipAt === null ? '-' : <time dateTime={promisedShipAt}>{show(promisedShipAt)}</time>,
  },
]

type Props = { slug: string; waveId: string; often: number | undefined }

/** The orders of a wave, the most urgent first. */
export function WaveOrders({ slug, waveId, often }: Props) {
  const search = route.useSearch()
  const paths = usePaths()
  const { brief: show, zone } = useTimes()
  const list = useList('wave-orders', search)
  const found = useQuery({
    ...load(waves.orders, {
      params: { slug, waveId },
      query: { ...list.page, state: search.state?.join(',') },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: often ?? false,
  })
  const { refetch } = found
  // Once more when all are done: the last look may have come too early.
  useEffect(() => {
    if (often === undefined) void refetch()
  }, [often, refetch])
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  return (
    <>
      {found.error && (
        <ErrorBox
          error={found.error}
          fallback="Couldn’t load the orders of the wave"
          onRetry={() => void refetch()}
        />
      )}
      <DataTable
        caption={`The most urgent first, times in ${zone}`}
        columns={columns}
        rows={found.data?.items}
        rowId={({ orderId }) => orderId}
        empty={<EmptyState title="No orders" />}
      />
      <KeysetPager {...list.pager} reply={found.data} busy={found.isPlaceholderData} />
    </>
  )
}
