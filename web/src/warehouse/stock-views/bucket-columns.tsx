import type { StockBucket } from '@stowage/contract/warehouse/stock-views'
import { formatCalendarDay, formatQuantity } from '../../app/format.ts'
import { link, linkTo, state, time, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { More } from '../../ui/More.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'

import { statuses } from '../products/stock-words.ts'

type ColumnOptions = {
  paths: WorkspacePaths
  /** True if the rows are of several warehouses. Each row then shows its warehouse. */
  isOfAll: boolean
  show: (at: string) => string
  why: Record<'move' | 'adjust' | 'history' | 'status', string | undefined>
}

type Bucket = StockBucket

/** Returns the columns of stock lines. The first cell links to the stock history. */
export const bucketColumns = ({ paths, isOfAll, show, why }: ColumnOptions): Column<Bucket>[] => [
  {
    header: 'Location',
    sort: 'location',
    card: 'value',
    cell: ({ location, variantId, locationId, warehouseCode }) => (
      <span className="font-mono">
        {isOfAll && <span className="text-muted">{`${warehouseCode} `}</span>}
        {why.history === undefined
          ? linkTo(paths.ledger({ variant: variantId, location: locationId }), location)
          : location}
      </span>
    ),
  },
  link('SKU', ({ sku }) => [paths.product(sku), sku], { sort: 'sku', card: 'value' }),
  word('Name', ({ name }) => name, { sort: 'name', card: 'title', grow: 'sm:min-w-32' }),
  {
    header: 'Lot, serial',
    card: 'value',
    cell: ({ lotId, lot, serial }) =>
      lotId === null ? (serial ?? '') : linkTo(paths.lot(lotId), lot),
  },
  {
    header: 'Expires',
    wide: true,
    keep: 2,
    cell: ({ expiresOn }) =>
      expiresOn !== null && (
        <time dateTime={expiresOn} className="text-muted">
          {formatCalendarDay(expiresOn)}
        </time>
      ),
  },
  state('Status', ({ status }) => statuses[status], { keep: 3 }),
  {
    header: 'On hand',
    card: 'number',
    keep: 4,
    align: 'end',
    cell: ({ onHand, unit }) => (
      <>
        {formatQuantity(onHand)}
        <span className="font-normal text-muted">{` ${unit}`}</span>
      </>
    ),
  },
  {
    header: 'Allocated',
    wide: true,
    align: 'end',
    cell: ({ allocated }) => formatQuantity(allocated),
  },
  time('Last movement', ({ lastMoveAt }) => lastMoveAt, show, { wide: true }),
  {
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: ({ sku, bucketId, location }) => (
      <More name={`${sku} in ${location}`}>
        <MenuEntry
          label={`Move ${sku} from ${location}`}
          href={paths.move({ sku, bucket: bucketId })}
          why={why.move}
        >
          Move
        </MenuEntry>
        <MenuEntry
          label={`Adjust ${sku} in ${location}`}
          href={paths.adjust({ sku, bucket: bucketId })}
          why={why.adjust}
        >
          Adjust
        </MenuEntry>
        <MenuEntry
          href={paths.move({ sku, bucket: bucketId, change: 'status' })}
          why={why.move ?? why.status}
        >
          Change status
        </MenuEntry>
        <MenuEntry href={paths.product(sku)}>Open product</MenuEntry>
      </More>
    ),
  },
]
