import type { ListedVariant } from '@stowage/contract/warehouse/catalog'
import { formatQuantity } from '../../format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Definition } from '../../parts/Definition.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { compareQuantities, isMoreThanZero } from '../quantities.ts'
import { itemName, optionsText } from './words.ts'

const none = <span className="text-muted">-</span>

export const columnsOf = (to: WorkspacePaths): Column<ListedVariant>[] => [
  {
    header: 'SKU',
    sort: 'sku',
    cell: ({ sku }) => (
      <Link href={to.product(sku)} className="link wrap-anywhere sm:whitespace-nowrap">
        {sku}
      </Link>
    ),
  },
  {
    header: 'Name',
    sort: 'name',
    cell: (row) => (
      <span className="wrap-anywhere sm:block sm:min-w-40">
        {itemName(row)}
        {optionsText(row.options) !== '' && (
          <span className="block text-xs text-muted">{optionsText(row.options)}</span>
        )}
      </span>
    ),
  },
  { header: 'State', cell: (row) => <ItemState of={row} /> },
  {
    header: 'Barcode',
    wide: true,
    cell: ({ barcodes: [first, ...more] }) =>
      first ? (
        <span className="wrap-anywhere sm:whitespace-nowrap">
          {first.code}
          {more.length > 0 && <span className="text-muted">{` +${more.length}`}</span>}
        </span>
      ) : (
        none
      ),
  },
  {
    header: 'On hand',
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
    <span className={`whitespace-nowrap ${strong ? 'font-medium' : ''}`}>
      {formatQuantity(of)}
      <span className="text-xs font-normal text-muted">{` ${unit}`}</span>
    </span>
  )
}

const isBelow = ({ available, reorderPoint }: ListedVariant) =>
  reorderPoint !== null && compareQuantities(available, reorderPoint) < 0

/** What one has to know first: put away, backordered, out, low. */
function ItemState({ of }: { of: ListedVariant }) {
  if (of.state === 'archived') return <StateBadge state="none">Put away</StateBadge>
  if (isMoreThanZero(of.backordered)) return <StateBadge state="bad">Backordered</StateBadge>
  if (!isMoreThanZero(of.onHand)) return <StateBadge state="warn">Out</StateBadge>
  if (isBelow(of)) return <StateBadge state="warn">Low</StateBadge>
  return <StateBadge state="ok">In stock</StateBadge>
}
