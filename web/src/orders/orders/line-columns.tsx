import type { Order } from '@stowage/contract/orders/orders'
import { formatMoney, formatPrice, formatQuantity } from '../../app/format.ts'
import { codeLink, mainQuantity, number as digits } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { More } from '../../ui/More.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { isMoreThanZero } from '../../warehouse/products/quantities.ts'
import { leftOf, unallocatedOf } from './order-lines.ts'
import { LineProgress } from './LineProgress.tsx'

type Line = Order['lines'][number]

const number = (qty: string) => (
  <span className={`tabular-nums ${qty === '0' ? 'text-muted' : ''}`}>{formatQuantity(qty)}</span>
)

/** Returns the quantity reserved per warehouse, such as MAIN 8, EAST 2. A kit only names its warehouses. */
function sources({ claims, components }: Line): string {
  const promised = new Map<string, string>()
  for (const { warehouse, promised: qty } of claims) promised.set(warehouse, qty)
  return [...promised]
    .map(([code, qty]) =>
      components.length > 0 || qty === '0' ? code : `${code} ${formatQuantity(qty)}`,
    )
    .join(', ')
}

export type LineAction = { line: Line; verb: 'edit' | 'cancel' | 'unreserve' }

type Acting = {
  why: Record<LineAction['verb'], string | undefined>
  act: (action: LineAction) => void
}

/** The columns of the lines of an order. */
export const lineColumns = (
  paths: WorkspacePaths,
  { id: orderId, currency }: Pick<Order, 'id' | 'currency'>,
  { why, act }: Acting,
): Column<Line>[] => [
  codeLink('SKU', ({ sku }) => [paths.product(sku), sku]),
  {
    header: 'Name',
    card: 'value',
    grow: 'sm:min-w-32',
    cell: ({ name, note }) => (
      <span className="wrap-anywhere">
        {name || '-'}
        {note && <span className="text-muted">{` ${note}`}</span>}
      </span>
    ),
  },
  mainQuantity('Ordered', ({ qty, baseUnit }) => [qty, baseUnit]),
  { header: 'Reserved', card: 'value', align: 'end', cell: ({ promised }) => number(promised) },
  {
    header: 'Backordered',
    align: 'end',
    cell: ({ backordered }) =>
      backordered === '0' ? (
        number(backordered)
      ) : (
        <span className="font-semibold text-warn-ink tabular-nums">
          {formatQuantity(backordered)}
        </span>
      ),
  },
  {
    header: 'Progress',
    keep: 3,
    grow: 'sm:min-w-28',
    cell: (line) => <LineProgress line={line} orderId={orderId} paths={paths} />,
  },
  { header: 'Cancelled', align: 'end', wide: true, cell: ({ cancelled }) => number(cancelled) },
  { header: 'Warehouse', cell: (line) => sources(line) || '-' },
  {
    header: 'Price',
    align: 'end',
    wide: true,
    cell: ({ unitPrice }) => (
      <span className="text-muted tabular-nums">
        {unitPrice === null ? '-' : formatPrice(unitPrice, currency)}
      </span>
    ),
  },
  // The total of the order stays beside the lines.
  digits('Total', ({ total }) => formatMoney(total, currency), { keep: 1 }),
  {
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (line) => (
      <More name={line.sku}>
        <MenuEntry
          label={`Edit ${line.sku}`}
          why={why.edit}
          onClick={() => act({ line, verb: 'edit' })}
        >
          Edit
        </MenuEntry>
        <MenuEntry
          label={`Cancel a quantity of ${line.sku}`}
          why={why.cancel ?? (leftOf(line) === '0' ? 'Nothing is left to cancel.' : undefined)}
          onClick={() => act({ line, verb: 'cancel' })}
        >
          Cancel quantity
        </MenuEntry>
        <MenuEntry
          label={`Unreserve ${line.sku}`}
          why={
            why.unreserve ??
            (isMoreThanZero(unallocatedOf(line))
              ? undefined
              : 'Nothing is reserved that isn’t being picked.')
          }
          onClick={() => act({ line, verb: 'unreserve' })}
        >
          Unreserve…
        </MenuEntry>
      </More>
    ),
  },
]
