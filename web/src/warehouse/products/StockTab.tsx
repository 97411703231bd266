import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { stock } from '@stowage/contract/warehouse/stock'
import { stockViews, type StockBucket } from '@stowage/contract/warehouse/stock-views'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { state, word } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { Definition } from '../../help/Definition.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { Link } from '../../parts/Link.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { More } from '../../ui/More.tsx'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import { statuses } from './stock-words.ts'
import { AvailableOn } from './AvailableOn.tsx'

const most = 100
const none = <span className="text-muted">-</span>

type ColumnOptions = { to: WorkspacePaths; why: Record<'move' | 'adjust', string | undefined> }

const columnsOf = ({ to, why }: ColumnOptions): Column<StockBucket>[] => [
  {
    header: 'Location',
    cell: ({ location, locationId }) => (
      <Link href={to.stock({ location: locationId })} className="link font-mono">
        {location}
      </Link>
    ),
  },
  word('Warehouse', ({ warehouseCode }) => warehouseCode, { card: 'value' }),
  state('Status', ({ status }) => statuses[status]),
  { header: 'Lot', card: 'value', cell: ({ lot, serial }) => lot ?? serial ?? none },
  {
    header: 'Expires',
    card: 'value',
    cell: ({ expiresOn }) => (expiresOn === null ? none : formatCalendarDay(expiresOn)),
  },
  {
    header: 'On hand',
    card: 'number',
    keep: 3,
    title: <Definition of="On hand" />,
    align: 'end',
    cell: ({ onHand, unit }) => `${formatQuantity(onHand)} ${unit}`,
  },
  {
    header: 'Allocated',
    title: <Definition of="Allocated" />,
    align: 'end',
    cell: ({ allocated }) => formatQuantity(allocated),
  },
  {
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: ({ sku, bucketId, location }) => (
      <More name={`${sku} in ${location}`}>
        <MenuEntry
          label={`Move ${sku} from ${location}`}
          href={to.move({ sku, bucket: bucketId })}
          why={why.move}
        >
          Move
        </MenuEntry>
        <MenuEntry
          label={`Adjust ${sku} in ${location}`}
          href={to.adjust({ sku, bucket: bucketId })}
          why={why.adjust}
        >
          Adjust
        </MenuEntry>
      </More>
    ),
  },
]

/** Shows the stock of an item by location, in the current warehouse. */
export function StockTab({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const to = usePaths()
  const { can, why, whyTo } = useCan()
  const { id: warehouse } = useWarehouse()
  const found = useQuery({
    ...load(stockViews.buckets, {
      params: { slug },
      query: { variant: variant.id, warehouse, limit: String(most) },
    }),
    enabled: can(stockViews.buckets),
  })
  const { data, isPlaceholderData } = found
  const [move, adjust] = [why(stock.move), whyTo<typeof adjustments.create>('stock.adjust.create')]
  const columns = useMemo(() => columnsOf({ to, why: { move, adjust } }), [to, move, adjust])
  if (!can(stockViews.buckets)) return <NoRight of={stockViews.buckets} />
  if (found.error && !data) return <ReadError of={found} />
  return (
    <>
      <AvailableOn variant={variant} />
      <DataTable
        caption="Stock by location"
        columns={columns}
        rows={data?.items}
        rowId={({ bucketId }) => bucketId}
        busy={isPlaceholderData}
        empty={
          <EmptyState
            title="Out of stock"
            action={
              <LinkButton
                href={to.newReceiptOf(variant.sku)}
                look="primary"
                why={whyTo<typeof receiving.create>('receipt.create')}
              >
                Receive stock
              </LinkButton>
            }
          >
            Stock appears here once it is received.
          </EmptyState>
        }
      />
      {data?.next != null && (
        <p className="text-sm">
          {`First ${most} rows. `}
          <Link href={to.stock({ variant: variant.id })} className="link">
            Show all in Stock
          </Link>
        </p>
      )}
    </>
  )
}
