import type { Exception } from '@stowage/contract/workspace/exceptions'
import { link, state, text, time, warehouse } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
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
  state('Type', ({ kind }) => ({ word: kinds[kind].name, look: kinds[kind].look }), { keep: 4 }),
  text('Details', detailsText, { card: 'value', grow: 'sm:min-w-40' }),
  link(
    'Of',
    (exception) => {
      const { object, kind } = exception
      const action = object && kind !== 'webhook' && kinds[kind].action(paths, exception)
      return action ? [action.href, object.number] : null
    },
    { wide: true },
  ),
  warehouse(),
  text('Owner', ({ ownerName }) => ownerName, { card: 'value' }),
  time('Since', ({ since }) => since, show, { card: 'number', sort: 'since' }),
]
