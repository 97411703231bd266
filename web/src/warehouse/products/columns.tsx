import type { ListedVariant } from '@stowage/contract/warehouse/product-variants'
import { formatQuantity } from '../../app/format.ts'
import { Definition } from '../../help/Definition.tsx'
import { link } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { compareQuantities, isMoreThanZero } from './quantities.ts'
import { itemName, optionsText } from './words.ts'

const none = <span className="text-muted">-</span>

export const columnsOf = (to: WorkspacePaths): Column<ListedVariant>[] => [
  link('SKU', ({ sku }) => [to.product(sku), sku], { sort: 'sku', card: 'value' }),
  {
    header: 'Name',
    sort: 'name',
    card: 'title',
    grow: 'sm:min-w-40',
    cell: (row) => (
      <>
        {itemName(row)}
        {optionsText(row.options) !== '' && (
          <span className="text-muted">{`  ${optionsText(row.options)}`}</span>
        )}
      </>
    ),
  },
  { header: 'State', card: 'state', keep: 3, cell: (row) => <ItemState of={row} /> },
  {
    header: 'Barcode',
    wide: true,
    cell: ({ barcodes: [first, ...more] }) =>
      first ? (
        <span>
          {first.code}
          {more.length > 0 && <span className="text-muted">{` +${more.length}`}</span>}
        </span>
      ) : (
        none
      ),
  },
  {
    header: 'On hand',
    card: 'value',
    keep: 3,
    title: <Definition of="On hand" />,
    align: 'end',
    cell: ({ onHand, unit }) => <Quantity of={onHand} unit={unit} />,
  },
  {
    header: 'Reserved',
    wide: true,
    title: <Definition of="Reserved" />,
    align: 'end',
    cell: ({ reserved, unit }) => <Quantity of={reserved} unit={unit} />,
  },
  {
    header: 'Available',
    card: 'number',
    keep: 4,
    title: <Definition of="Available" />,
    align: 'end',
    cell: ({ available, unit }) => <Quantity of={available} unit={unit} strong />,
  },
  {
    header: 'Reorder point',
    wide: true,
    align: 'end',
    cell: ({ reorderPoint }) => (reorderPoint === null ? none : formatQuantity(reorderPoint)),
  },
]

function Quantity({ of, unit, strong }: { of: string; unit: string; strong?: true }) {
  return (
    <span className={strong && 'font-medium'}>
      {formatQuantity(of)}
      <span className="text-xs font-normal text-muted">{` ${unit}`}</span>
    </span>
  )
}

const isBelow = ({ available, reorderPoint }: ListedVariant) =>
  reorderPoint !== null && compareQuantities(available, reorderPoint) < 0

/** The state that matters most: archived, backordered, out, low. */
function ItemState({ of }: { of: ListedVariant }) {
  if (of.state === 'archived') return <StateBadge state="none">Archived</StateBadge>
  if (isMoreThanZero(of.backordered)) return <StateBadge state="bad">Backordered</StateBadge>
  if (!isMoreThanZero(of.onHand)) return <StateBadge state="warn">Out</StateBadge>
  if (isBelow(of)) return <StateBadge state="warn">Low</StateBadge>
  return <StateBadge state="ok">In stock</StateBadge>
}
