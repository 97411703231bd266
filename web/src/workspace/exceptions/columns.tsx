import type { Exception } from '@stowage/contract/workspace/exceptions'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../paths.ts'
import { detailsText, kinds } from './words.ts'

export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<Exception>[] => [
  {
    header: 'What',
    keep: 4,
    cell: ({ label }) => <span className="font-medium wrap-anywhere">{label}</span>,
  },
  {
    header: 'Type',
    card: 'state',
    keep: 4,
    cell: ({ kind }) => <StateBadge state={kinds[kind].look}>{kinds[kind].name}</StateBadge>,
  },
  {
    header: 'Details',
    card: 'value',
    grow: 'sm:min-w-40',
    cell: (exception) => <span className="wrap-anywhere">{detailsText(exception) || '-'}</span>,
  },
  {
    header: 'Of',
    wide: true,
    cell: (exception) => {
      const { object, kind } = exception
      const action = object && kind !== 'webhook' && kinds[kind].action(paths, exception)
      return action ? (
        <Link className="link" href={action.href}>
          {object.number}
        </Link>
      ) : (
        '-'
      )
    },
  },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode ?? '-' },
  {
    header: 'Owner',
    card: 'value',
    cell: ({ ownerName }) => <span className="wrap-anywhere">{ownerName ?? '-'}</span>,
  },
  {
    header: 'Since',
    card: 'number',
    sort: 'since',
    cell: ({ since }) => <time dateTime={since}>{show(since)}</time>,
  },
]
