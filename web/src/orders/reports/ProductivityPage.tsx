import { reports } from '@stowage/contract/orders/reports'
import type { stockViews } from '@stowage/contract/warehouse/stock-views'
import type { FunctionComponent } from 'react'
import { formatCount } from '../../app/format.ts'
import { text, word } from '../../parts/columns.tsx'
import { Link } from '../../parts/Link.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { reportPage } from '../../warehouse/reports/report-page.tsx'
import { NumbersTable } from './NumbersTable.tsx'
import { durationText, rateText, work } from './words.ts'

const number = (digits: string) => <span className="whitespace-nowrap tabular-nums">{digits}</span>

/** Shows lines per hour by task and, for whoever may see them, by member. */
const ProductivityPage: FunctionComponent = reportPage({
  page: '/$platform/app/reports/productivity',
  name: 'productivity',
  title: 'Productivity',
  subtitle: 'Lines per hour',
  totals: {
    route: reports.work,
    title: 'Lines per hour by task',
    show: (data) =>
      data.work.length > 0 && (
        <div className="grid gap-6 lg:grid-cols-2">
          <Bars
            bars={data.work.map(({ kind, perHour }) => ({
              label: work[kind],
              way: 'in',
              value: perHour ?? 0,
              text: rateText(perHour),
            }))}
            summary={`Lines per hour: ${data.work.map(({ kind, perHour }) => `${work[kind]} ${rateText(perHour)}`).join('; ')}.`}
          />
          <NumbersTable
            caption="Lines per hour by task"
            columns={['Task', 'Lines', 'Time', 'Lines per hour']}
            rows={data.work.map(({ kind, lines, minutes, perHour }) => ({
              key: kind,
              cells: [
                work[kind],
                formatCount(lines),
                durationText(minutes * 60),
                rateText(perHour),
              ],
            }))}
          />
        </div>
      ),
  },
  route: reports.members,
  rows: 'members',
  rowId: ({ memberId, kind }) => `${memberId} ${kind}`,
  given: ({ days, whyTo }) => ({
    ...days,
    opens: !whyTo<typeof stockViews.ledger>('stock.history.read'),
  }),
  columns: ({ paths }, { since, until, opens }) => [
    text('Member', ({ name }) => name ?? 'Removed member'),
    word('Task', ({ kind }) => work[kind]),
    {
      header: 'Lines',
      align: 'end',
      cell: ({ memberId, name, kind, lines }) =>
        // What is packed moves no stock.
        opens && kind === 'pick' ? (
          <Link
            href={paths.ledger({
              actor: memberId,
              kind,
              effectiveFrom: since,
              effectiveTo: until,
            })}
            aria-label={`${formatCount(lines)} lines picked by ${name ?? 'a removed member'}`}
            className="link tabular-nums"
          >
            {formatCount(lines)}
          </Link>
        ) : (
          number(formatCount(lines))
        ),
    },
    { header: 'Time', align: 'end', cell: ({ minutes }) => number(durationText(minutes * 60)) },
    { header: 'Lines per hour', align: 'end', cell: ({ perHour }) => number(rateText(perHour)) },
    {
      header: 'Slowest to fastest day',
      align: 'end',
      cell: ({ slowestDay, fastestDay }) =>
        number(slowestDay === null ? '-' : `${rateText(slowestDay)} to ${rateText(fastestDay)}`),
    },
  ],
  note: 'Lines differ in distance and weight. Compare members on similar work only.',
  caption: ({ period }) => period,
  empty: 'No picks or packages in this period',
  hidden: 'Members aren’t shown',
})

export default ProductivityPage
