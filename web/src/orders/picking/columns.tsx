import type { OpenTask } from '@stowage/contract/orders/picking'
import {
  code,
  link,
  mainQuantity,
  nameLink,
  number,
  text,
  time,
  warehouse,
  word,
} from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { pickReasonWords } from '../fulfillments/words.ts'
import { Assignee } from './Assignee.tsx'

/** Columns of pick tasks. Location, item and quantity come first, as a picker reads them. */
export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<OpenTask>[] => [
  code('Location', ({ location }) => location, { sort: 'path' }),
  nameLink('SKU', ({ sku }) => [paths.product(sku), sku], { card: 'value', keep: 4 }),
  text('Name', ({ name }) => name, { grow: 'sm:min-w-32', wide: true, keep: 3 }),
  text('Lot, serial', ({ lot, serial }) => lot ?? serial, { wide: true }),
  mainQuantity('To pick', ({ qty, unit }) => [qty, unit], { card: 'number', keep: 4 }),
  link('Fulfillment', (task) => [paths.fulfillment(task.fulfillmentId), task.fulfillment], {
    card: 'value',
    keep: 3,
  }),
  {
    header: 'Assigned to',
    card: 'state',
    keep: 3,
    cell: (task) => <Assignee of={task} />,
  },
  link('Batch', ({ batchId, batch }) => (batchId === null ? null : [paths.batch(batchId), batch]), {
    wide: true,
  }),
  warehouse(),
  number('Priority', ({ priority }) => String(priority), { wide: true }),
  time('Ship by', ({ shipBy }) => shipBy, show, { wide: true, keep: 2 }),
  word('Why here', ({ reason }) => pickReasonWords[reason], { wide: true }),
]
