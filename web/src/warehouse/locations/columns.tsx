import type { Location } from '@stowage/contract/warehouse/locations'
import { formatDay } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { Link } from '../../parts/Link.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { capacityText, contentsText, kindWords, statusWords } from './words.ts'

export type Row = Location & { skus: number; zoneCode: string | null }

export const columnsOf = (to: WorkspacePaths): Column<Row>[] => [
  {
    header: 'Code',
    sort: 'code',
    cell: ({ id, code }) => (
      <Link href={to.stock({ location: id })} className="link">
        {code}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ status }) => (
      <StateBadge state={status === 'active' ? 'ok' : status === 'archived' ? 'none' : 'warn'}>
        {statusWords[status]}
      </StateBadge>
    ),
  },
  {
    header: 'Zone',
    card: 'value',
    cell: ({ zoneCode }) => zoneCode ?? <span className="text-muted">-</span>,
  },
  { header: 'Type', wide: true, cell: ({ kind }) => kindWords[kind] },
  {
    header: 'Capacity',
    wide: true,
    cell: (row) => capacityText(row) ?? <span className="text-muted">Any</span>,
  },
  {
    header: 'Contents',
    card: 'value',
    keep: 3,
    grow: 'sm:min-w-20',
    cell: ({ skus }) => contentsText(skus),
  },
  {
    header: 'Sequence',
    wide: true,
    keep: 2,
    sort: 'sequence',
    align: 'end',
    cell: ({ pickSequence }) => pickSequence,
  },
  {
    header: 'Last counted',
    wide: true,
    cell: ({ lastCountedAt }) =>
      lastCountedAt === null ? <span className="text-muted">Never</span> : formatDay(lastCountedAt),
  },
]
