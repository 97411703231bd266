import type { ReturnSummary } from '@stowage/contract/orders/returns'
import { formatQuantity } from '../../app/format.ts'
import { day, link, quantity, state, text, time, warehouse, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { dispositionWords, returnStates } from './words.ts'

const dayMs = 86_400_000

/** Whole days since then, in words. */
function ageText(from: string, now: number): string {
  const days = Math.floor((now - Date.parse(from)) / dayMs)
  return days < 1 ? 'Today' : days === 1 ? '1 day' : `${days} days`
}

export const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
  now: number,
): Column<ReturnSummary>[] => [
  link('Return', ({ id, number }) => [paths.return(id), number], { sort: 'number' }),
  state('State', (one) => returnStates[one.state], { keep: 4 }),
  link('Order', ({ orderId, order }) => (orderId === null ? null : [paths.order(orderId), order]), {
    card: 'value',
    keep: 3,
  }),
  text('Customer', ({ customer }) => customer, { card: 'value', grow: 'sm:min-w-32' }),
  word('Reason', ({ reasons }) => reasons.join(', '), { keep: 2 }),
  quantity('Expected', ({ qty }) => [qty]),
  quantity('Received', ({ received }) => [received], { card: 'number' }),
  word(
    'Disposition',
    ({ dispositions, undecided }) =>
      [
        ...dispositions.map((one) => dispositionWords[one]),
        ...(undecided === '0' ? [] : [`${formatQuantity(undecided)} to decide`]),
      ].join(', '),
    { keep: 2 },
  ),
  day('Expected by', ({ expectedBy }) => expectedBy, { wide: true }),
  warehouse(),
  word('Refund', ({ refundState }) => (refundState === 'requested' ? 'Requested' : null), {
    wide: true,
  }),
  word('Age', ({ createdAt }) => ageText(createdAt, now)),
  time('Created', ({ createdAt }) => createdAt, show, { wide: true, sort: 'createdAt' }),
]
