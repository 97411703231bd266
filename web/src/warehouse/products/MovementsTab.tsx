import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { stockViews, type LedgerEntry } from '@stowage/contract/warehouse/stock-views'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatChange, formatQuantity } from '../../app/format.ts'
import { time, word } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import { kindOf } from '../../workspace/refusals/move-kinds.ts'
import { useReasonNames } from '../settings/reason-names.ts'

const none = <span className="text-muted">-</span>

/** `reasons` are their names by code. */
const columnsOf = (
  reasons: ReadonlyMap<string, string>,
  show: (at: string) => string,
): Column<LedgerEntry>[] => [
  time('Time', ({ recordedAt }) => recordedAt, show, { card: 'value' }),
  word('What', ({ kind }) => kindOf(kind), { card: 'title' }),
  word('Location', ({ location }) => location, { card: 'value' }),
  {
    header: 'Change',
    card: 'number',
    align: 'end',
    cell: ({ delta }) => formatChange(delta),
  },
  {
    header: 'After',
    card: 'state',
    align: 'end',
    cell: ({ after, unit }) => `${formatQuantity(after)} ${unit}`,
  },
  { header: 'Document', card: 'value', cell: ({ source }) => source.number ?? none },
  {
    header: 'Reason',
    wide: true,
    cell: ({ reasonCode }) =>
      reasonCode === null ? none : (reasons.get(reasonCode) ?? reasonCode),
  },
  { header: 'By', wide: true, cell: ({ actor }) => actor.name ?? none },
]

/** Lists the latest movements of an item. The full history is in Movements. */
export function MovementsTab({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const to = usePaths()
  const { can } = useCan()
  const { id: warehouse } = useWarehouse()
  const { zone, show } = useTimes()
  const found = useQuery({
    ...load(stockViews.ledger, {
      params: { slug },
      query: { variant: variant.id, warehouse, limit: '25', count: 'none' },
    }),
    enabled: can(stockViews.ledger),
  })
  const { data } = found
  const reasons = useReasonNames({ slug })
  const columns = useMemo(() => columnsOf(reasons, show), [reasons, show])
  if (!can(stockViews.ledger)) return <NoRight of={stockViews.ledger} />
  if (found.error && !data) return <ReadError of={found} />
  return (
    <>
      <DataTable
        caption={`Newest first, times in ${zone}`}
        columns={columns}
        rows={data?.items}
        rowId={({ bucketId, seq }) => `${bucketId}-${seq}`}
        empty={
          <EmptyState title="No stock history yet">
            Receipts, moves and adjustments of this product appear here.
          </EmptyState>
        }
      />
      {(data?.items.length ?? 0) > 0 && (
        <div>
          <LinkButton href={to.ledger({ variant: variant.id })}>Show full stock history</LinkButton>
        </div>
      )}
    </>
  )
}
