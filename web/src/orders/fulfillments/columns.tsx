import type { FulfillmentSummary } from '@stowage/contract/orders/fulfillments'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { link, number, state, text, time, warehouse, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { pickPolicyWords } from '../../warehouse/settings/pick-policies.ts'
import { fulfillmentStates } from './words.ts'

/** `hrefOf` is the page of a fulfillment that its number leads to. */
export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  hrefOf: (id: string) => string = paths.fulfillment,
): Column<FulfillmentSummary>[] => [
  link('Fulfillment', (one) => [hrefOf(one.id), one.number], { sort: 'number' }),
  state('State', (one) => fulfillmentStates[one.state], { keep: 3 }),
  link('Order', ({ orderId, order }) => [paths.order(orderId), order], { card: 'value', keep: 3 }),
  text('Customer', ({ customer }) => customer, { card: 'value', grow: 'sm:min-w-32' }),
  warehouse({}),
  number(
    'Items (units)',
    ({ lineCount, units }) => `${formatCount(lineCount)} (${formatQuantity(units)})`,
    { keep: 2 },
  ),
  word('Pick policy', ({ policy }) => pickPolicyWords[policy], { wide: true }),
  number('Priority', ({ priority }) => String(priority), { wide: true }),
  time('Ship by', ({ shipBy }) => shipBy, show, { wide: true, keep: 2 }),
  time('Released', ({ createdAt }) => createdAt, show, { card: 'number', sort: 'createdAt' }),
]
