import { waves, type Wave, type WaveOrder } from '@stowage/contract/orders/waves'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { load, useAction } from '../../app/api.ts'
import { link, number, state, text, time } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { useList } from '../../parts/list.ts'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { waveOrderStates } from './words.ts'

const route = getRouteApi('/$platform/app/picking/waves/$waveId')

const results: Column<WaveOrder>[] = [
  state('Result', (order) => waveOrderStates[order.state], { keep: 4 }),
  text('Why not', ({ message }) => message, { card: 'value', grow: 'sm:min-w-40', keep: 3 }),
]

type Removing = { why: string | undefined; remove: (order: WaveOrder) => void }

/**
 * Returns the columns of a wave's orders. With `removing`, as in a draft, the result columns are left out.
 */
const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  removing: Removing | undefined,
): Column<WaveOrder>[] => [
  link('Order', ({ orderId, number }) => [paths.order(orderId), number]),
  ...(removing ? [] : results),
  text('Customer', ({ customer }) => customer, { wide: true }),
  number('Priority', ({ priority }) => String(priority), { wide: true }),
  time('Promised', ({ promisedShipAt }) => promisedShipAt, show, { wide: true }),
  ...(removing
    ? [
        {
          header: 'Actions',
          hideHeader: true as const,
          align: 'end' as const,
          cell: (order: WaveOrder) => (
            <Button
              look="quiet"
              why={removing.why}
              aria-label={`Remove ${order.number}`}
              onClick={() => removing.remove(order)}
            >
              Remove
            </Button>
          ),
        },
      ]
    : []),
]

type Props = { slug: string; wave: Wave; often: number | undefined }

/** The orders of a wave, the most urgent first; of a draft those that were chosen. */
export function WaveOrders({ slug, wave, often }: Props) {
  const { id: waveId, state } = wave
  const isDraft = state === 'draft'
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
  const { mutate, error } = useAction(waves.update)
  const why = useCan().why(waves.update)
  const removing = useMemo(
    () =>
      isDraft
        ? {
            why,
            remove: ({ orderId, number }: WaveOrder) =>
              mutate(
                {
                  params: { slug, waveId },
                  body: {
                    version: wave.version,
                    filter: {
                      ...wave.filter,
                      orderIds: (wave.filter.orderIds ?? []).filter((id) => id !== orderId),
                    },
                  },
                },
                { onSuccess: () => toast(`${number} was removed`) },
              ),
          }
        : undefined,
    [isDraft, why, mutate, slug, waveId, wave],
  )
  const columns = useMemo(() => columnsOf(paths, show, removing), [paths, show, removing])
  return (
    <>
      <ReadError of={found} fallback="Couldn’t load the orders of the wave" />
      {error && <ErrorBox error={error} fallback="Couldn’t remove the order" />}
      <DataTable
        caption={`${isDraft ? 'As they were added' : 'The most urgent first'}, times in ${zone}`}
        columns={columns}
        rows={found.data?.items}
        rowId={({ orderId }) => orderId}
        empty={<EmptyState title="No orders" />}
      />
      <KeysetPager {...list.pager} reply={found.data} busy={found.isPlaceholderData} />
    </>
  )
}
