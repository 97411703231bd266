import type { OpenTask } from '@stowage/contract/orders/picking'
import { formatQuantity } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { pickReasonWords } from '../fulfillments/words.ts'
import { Assignee } from './Assignee.tsx'

/** Where, what and how much first: that is what a picker reads. */
export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<OpenTask>[] => [
  {
    header: 'Location',
    sort: 'path',
    cell: ({ location }) => <span className="font-mono wrap-anywhere">{location}</span>,
  },
  {
    header: 'SKU',
    card: 'value',
    keep: 4,
    cell: ({ sku }) => (
      <Link className="link wrap-anywhere" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  {
    header: 'Name',
    grow: 'sm:min-w-32',
    wide: true,
    keep: 3,
    cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span>,
  },
  {
    header: 'Lot, serial',
    wide: true,
    cell: ({ lot, serial }) => <span className="wrap-anywhere">{lot ?? serial ?? '-'}</span>,
  },
  {
    header: 'To pick',
    card: 'number',
    keep: 4,
    align: 'end',
    cell: ({ qty, unit }) => (
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {formatQuantity(qty)}
        <span className="font-normal text-muted">{` ${unit}`}</span>
      </span>
    ),
  },
  {
    header: 'Fulfillment',
    card: 'value',
    keep: 3,
    cell: ({ fulfillmentId, fulfillment }) => (
      <Link className="link" href={paths.fulfillment(fulfillmentId)}>
        {fulfillment}
      </Link>
    ),
  },
  {
    header: 'Assigned to',
    card: 'state',
    keep: 3,
    cell: (task) => <Assignee of={task} />,
  },
  {
    header: 'Batch',
    wide: true,
    cell: ({ batchId, batch }) =>
      batchId === null ? (
        '-'
      ) : (
        <Link className="link" href={paths.batch(batchId)}>
          {batch}
        </Link>
      ),
  },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Priority',
    wide: true,
    align: 'end',
    cell: ({ priority }) => <span className="tabular-nums">{priority}</span>,
  },
  {
    header: 'Ship by',
    wide: true,
    keep: 2,
    cell: ({ shipBy }) => (shipBy === null ? '-' : <time dateTime={shipBy}>{show(shipBy)}</time>),
  },
  { header: 'Why here', wide: true, cell: ({ reason }) => pickReasonWords[reason] },
]
