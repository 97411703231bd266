import type { Variant } from '@stowage/contract/warehouse/product-variants'
import { reservations, type StockClaim } from '@stowage/contract/warehouse/reservations'
import type { backorders } from '@stowage/contract/orders/backorders'
import type { orders } from '@stowage/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { linkTo, time, word } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths, useSlug, useWarehouse } from '../../workspace/warehouses.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { ReserveDialog } from './ReserveDialog.tsx'

const most = 100

type ColumnOptions = {
  to: WorkspacePaths
  show: (at: string) => string
  refused: string | undefined
  onRelease: (claim: StockClaim) => void
}

const columnsOf = ({ to, show, refused, onRelease }: ColumnOptions): Column<StockClaim>[] => [
  {
    header: 'Reserved for',
    cell: ({ orderId, number, note }) =>
      orderId === null ? (
        <span className="wrap-anywhere">{note || 'Manual reservation'}</span>
      ) : (
        linkTo(to.order(orderId), number)
      ),
  },
  word('Customer', ({ customer }) => customer, { card: 'value' }),
  word('Warehouse', ({ warehouseCode }) => warehouseCode, { card: 'value' }),
  {
    header: 'Reserved',
    card: 'number',
    align: 'end',
    cell: ({ reserved, unit }) => `${formatQuantity(reserved)} ${unit}`,
  },
  {
    header: 'Backordered',
    card: 'value',
    align: 'end',
    cell: ({ backordered }) => formatQuantity(backordered),
  },
  { header: 'Priority', card: 'value', align: 'end', cell: ({ priority }) => priority },
  time('Until', ({ expiresAt }) => expiresAt, show, { card: 'value' }),
  {
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (claim) =>
      claim.source === 'manual' && (
        <Button
          look="quiet"
          aria-label={`Release ${formatQuantity(claim.reserved)} ${claim.unit}`}
          why={refused}
          onClick={() => onRelease(claim)}
        >
          Release
        </Button>
      ),
  },
]

/** Lists the reservations of an item's stock, by orders and by members. */
export function OrdersTab({ variant }: { variant: Variant }) {
  const slug = useSlug()
  const to = usePaths()
  const { can, why, whyTo } = useCan()
  const { show, zone } = useTimes()
  const { id: warehouse } = useWarehouse()
  const [isReserving, setReserving] = useState(false)
  const found = useQuery({
    ...load(reservations.list, {
      params: { slug },
      query: { variant: variant.id, warehouse, limit: String(most), count: 'none' },
    }),
    enabled: can(reservations.list),
  })
  const { data, isPlaceholderData } = found
  const release = useAction(reservations.release)
  const { mutate } = release
  const refused = why(reservations.release)
  const columns = useMemo(
    () =>
      columnsOf({
        to,
        show,
        refused,
        onRelease: ({ reservationId }) =>
          mutate(
            { params: { slug, reservationId: reservationId ?? '' }, body: {} },
            { onSuccess: () => toast('Reservation released') },
          ),
      }),
    [to, show, refused, mutate, slug],
  )
  if (!can(reservations.list)) return <NoRight of={reservations.list} />
  if (found.error && !data) return <ReadError of={found} />
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button why={why(reservations.create)} onClick={() => setReserving(true)}>
          Reserve stock…
        </Button>
        <LinkButton
          href={to.orders({ variant: variant.id })}
          why={whyTo<typeof orders.list>('order.read')}
        >
          All orders
        </LinkButton>
        <LinkButton
          href={to.backorders({ variant: variant.id })}
          why={whyTo<typeof backorders.list>('order.read')}
        >
          Backorders
        </LinkButton>
      </div>
      {release.error && (
        <RefusalBox takesFocus error={release.error} fallback="Couldn’t release the reservation" />
      )}
      <DataTable
        caption={`Newest first, times in ${zone}`}
        columns={columns}
        rows={data?.items}
        rowId={({ claimId }) => claimId}
        busy={isPlaceholderData}
        empty={
          <EmptyState title="Nothing is reserved">
            Orders and manual reservations of this product appear here.
          </EmptyState>
        }
      />
      {data?.next != null && <p className="text-sm">{`First ${most} rows.`}</p>}
      {isReserving && (
        <ReserveDialog slug={slug} variant={variant} onClose={() => setReserving(false)} />
      )}
    </>
  )
}
