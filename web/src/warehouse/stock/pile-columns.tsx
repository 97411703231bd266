import type { StockBucket } from '@stowage/contract/warehouse/stock'
import { formatCalendarDay, formatQuantity } from '../../format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { entryClass, More } from '../../ui/More.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'

import { statuses } from '../words.ts'
import { rowKey } from './row-keys.ts'

type Given = {
  paths: WorkspacePaths
  /** Of several warehouses each row says its own. */
  isOfAll: boolean
  show: (at: string) => string
  why: Record<'move' | 'adjust' | 'history' | 'status', string | undefined>
}

type Pile = StockBucket

function Action({
  name,
  label,
  href,
  why,
  keys,
}: {
  name: string
  label: string
  href: string
  why: string | undefined
  keys: string
}) {
  if (why !== undefined)
    return (
      <Button className="min-h-8! px-2!" why={why} aria-label={label}>
        {name}
      </Button>
    )
  return (
    <Link
      {...rowKey(keys)}
      href={href}
      aria-label={label}
      className={`${buttonClass()} min-h-8! px-2!`}
    >
      {name}
    </Link>
  )
}

/** What lies where; the first cell leads to how it got there. */
export const pileColumns = ({ paths, isOfAll, show, why }: Given): Column<Pile>[] => [
  {
    header: 'Location',
    sort: 'location',
    cell: ({ location, variantId, locationId, warehouseCode }) => (
      <span className="font-mono whitespace-nowrap">
        {isOfAll && <span className="text-muted">{`${warehouseCode} `}</span>}
        {why.history === undefined ? (
          <Link className="link" href={paths.ledger({ variant: variantId, location: locationId })}>
            {location}
          </Link>
        ) : (
          location
        )}
      </span>
    ),
  },
  {
    header: 'SKU',
    sort: 'sku',
    cell: ({ sku }) => (
      <Link className="link wrap-anywhere sm:block sm:min-w-20" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  {
    header: 'Name',
    sort: 'name',
    cell: ({ name }) => <span className="wrap-anywhere sm:block sm:min-w-24">{name || '-'}</span>,
  },
  {
    header: 'Lot, serial',
    cell: ({ lot, serial, expiresOn }) => (
      <span className="wrap-anywhere">
        {lot ?? serial ?? '-'}
        {expiresOn !== null && (
          <span className="text-muted">{` until ${formatCalendarDay(expiresOn)}`}</span>
        )}
      </span>
    ),
  },
  {
    header: 'Status',
    cell: ({ status }) => (
      <StateBadge state={statuses[status].look}>{statuses[status].word}</StateBadge>
    ),
  },
  {
    header: 'On hand',
    align: 'end',
    cell: ({ onHand, unit }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatQuantity(onHand)}
        <span className="text-muted">{` ${unit}`}</span>
      </span>
    ),
  },
  {
    header: 'Allocated',
    wide: true,
    align: 'end',
    cell: ({ allocated }) => <span className="tabular-nums">{formatQuantity(allocated)}</span>,
  },
  {
    header: 'Last movement',
    wide: true,
    cell: ({ lastMoveAt }) =>
      lastMoveAt === null ? '-' : <time dateTime={lastMoveAt}>{show(lastMoveAt)}</time>,
  },
  {
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: ({ sku, bucketId, location }) => (
      <span className="inline-flex gap-1">
        <Action
          name="Move"
          label={`Move ${sku} from ${location}`}
          href={paths.move({ sku, bucket: bucketId })}
          why={why.move}
          keys="t"
        />
        <Action
          name="Adjust"
          label={`Adjust ${sku} in ${location}`}
          href={paths.adjust({ sku, bucket: bucketId })}
          why={why.adjust}
          keys="a"
        />
        <More name={`${sku} in ${location}`}>
          {(why.move ?? why.status) === undefined && (
            <Link
              className={entryClass}
              href={paths.move({ sku, bucket: bucketId, change: 'status' })}
            >
              Change the status
            </Link>
          )}
          <Link className={entryClass} href={paths.product(sku)}>
            Open the item
          </Link>
        </More>
      </span>
    ),
  },
]
