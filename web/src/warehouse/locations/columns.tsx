import type { Location } from '@stowage/contract/warehouse/locations'
import { formatDay } from '../../app/format.ts'
import { link, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { capacityText, contentsText, kindWords, statusWords } from './words.ts'

export type Row = Location & { skus: number; zoneCode: string | null }

export const columnsOf = (to: WorkspacePaths): Column<Row>[] => [
  link('Code', ({ id, code }) => [to.stock({ location: id }), code], { sort: 'code' }),
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
  word('Type', ({ kind }) => kindWords[kind], { wide: true }),
  {
    header: 'Capacity',
    wide: true,
    cell: (row) => capacityText(row) ?? <span className="text-muted">Any</span>,
  },
  word('Contents', ({ skus }) => contentsText(skus), {
    card: 'value',
    keep: 3,
    grow: 'sm:min-w-20',
  }),
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
