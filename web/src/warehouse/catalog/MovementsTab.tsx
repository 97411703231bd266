import type { Variant } from '@stowage/contract/warehouse/catalog'
import { stock, type LedgerEntry } from '@stowage/contract/warehouse/stock'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../api.ts'
import { formatEvent } from '../../format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'

const none = <span className="text-muted">-</span>

const kinds: Record<string, string> = {
  ...{ receive: 'Received', relocate: 'Moved', status_change: 'Status changed' },
  ...{ adjust: 'Adjusted', count: 'Counted', scrap: 'Scrapped' },
}

const columns: Column<LedgerEntry>[] = [
  {
    header: 'Time',
    cell: ({ recordedAt }) => <time dateTime={recordedAt}>{formatEvent(recordedAt)}</time>,
  },
  { header: 'What', cell: ({ kind }) => kinds[kind] ?? kind },
  { header: 'Location', cell: ({ location }) => location },
  {
    header: 'Change',
    align: 'end',
    cell: ({ delta }) => (delta.startsWith('-') ? delta.replace('-', '\u2212') : `+${delta}`),
  },
  { header: 'After', align: 'end', cell: ({ after, unit }) => `${after} ${unit}` },
  { header: 'Document', cell: ({ source }) => source.number ?? none },
  { header: 'Reason', cell: ({ reasonCode }) => reasonCode ?? none },
  { header: 'By', cell: ({ actor }) => actor.name ?? none },
]

/** What happened to an item last; the whole story is in Movements. */
export function MovementsTab({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const to = usePaths()
  const { can } = useCan()
  const { id: warehouse } = useWarehouse()
  const { data, error, refetch } = useQuery({
    ...load(stock.ledger, {
      params: { slug },
      query: { variant: variant.id, warehouse, limit: '25', count: 'none' },
    }),
    enabled: can('stock.history.read'),
  })
  if (!can('stock.history.read')) return <NoRight needs="stock.history.read" />
  if (error && !data) return <ErrorBox error={error} onRetry={() => void refetch()} />
  return (
    <>
      <DataTable
        caption="Newest first, times in UTC"
        columns={columns}
        rows={data?.items}
        rowId={({ bucketId, seq }) => `${bucketId}-${seq}`}
        empty={
          <EmptyState title="Nothing has happened to it yet">
            Every receipt, move and correction is listed here.
          </EmptyState>
        }
      />
      {(data?.items.length ?? 0) > 0 && (
        <div>
          <LinkButton href={to.ledger({ variant: variant.id })}>See all movements</LinkButton>
        </div>
      )}
    </>
  )
}
