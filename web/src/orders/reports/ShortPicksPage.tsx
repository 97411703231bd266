import { reports } from '@stowage/contract/orders/reports'
import { Suspense, type FunctionComponent } from 'react'
import { formatCalendarDay, formatCount } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { codeLink, count, number, text } from '../../parts/columns.tsx'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { Bar } from '../../ui/Skeleton.tsx'
import { reportPage } from '../../warehouse/reports/report-page.tsx'
import { ShortPicks } from './ShortPicks.tsx'
import { shareText } from './words.ts'

const StepLine = lazyPart(() => import('../../ui/chart/StepLine.tsx'), 'StepLine')

/** Shows where and of what picks were short in a period. */
const ShortPicksPage: FunctionComponent = reportPage({
  page: '/$platform/app/reports/short-picks',
  name: 'short-picks-report',
  title: 'Short picks',
  tabs: ({ paths, days, search: { by, category } }) => {
    const viewOf = (view: 'item' | 'location') => ({
      href: paths.shortReport({ ...days, category, ...(view === 'location' && { by: view }) }),
      isOpen: view === by,
    })
    return (
      <ViewTabs
        label="Short picks by"
        tabs={[
          { name: 'By SKU', ...viewOf('item') },
          { name: 'By location', ...viewOf('location') },
        ]}
      />
    )
  },
  rowsQuery: ({ by }) => ({ by }),
  totals: {
    route: reports.shortDays,
    title: 'Short rate by day',
    show: ({ days }) => days.length > 0 && <ShortRate days={days} />,
  },
  route: reports.shortRate,
  rows: ({ by }) => (by === 'item' ? 'items' : 'locations'),
  rowId: ({ id }) => id,
  given: ({ search: { by } }) => ({ by }),
  columns: ({ paths }, { by }) => [
    codeLink(by === 'item' ? 'SKU' : 'Location', ({ id, label }) => [
      by === 'item' ? paths.product(label) : paths.stock({ location: id }),
      label,
    ]),
    text(by === 'item' ? 'Name' : 'Warehouse', ({ name }) => name),
    count('Picks', ({ picks }) => picks),
    count('Short', ({ short }) => short),
    number('Short rate', ({ picks, short }) => shareText(short, picks)),
  ],
  details: ({ id }, { days, warehouse, search: { by, category } }) => (
    <ShortPicks
      query={{
        from: days.since,
        to: days.until,
        warehouse,
        category,
        [by === 'item' ? 'variant' : 'location']: id,
      }}
    />
  ),
  caption: ({ period }) => period,
  empty: 'No short picks in this period',
})

export default ShortPicksPage

type Day = { day: string; picks: number; short: number }

/** The share of picks that were short, in all and day by day. */
function ShortRate({ days }: { days: readonly Day[] }) {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0)
  const [picks, short] = [sum((day) => day.picks), sum((day) => day.short)]
  const inAll = `${shareText(short, picks)}: ${formatCount(short)} of ${formatCount(picks)} picks`
  return (
    <>
      <p className="text-sm">{inAll}</p>
      {days.length > 1 && (
        <Suspense fallback={<Bar className="h-[208px] w-full" />}>
          <StepLine
            points={days.map((day) => ({
              label: formatCalendarDay(day.day),
              value: (100 * day.short) / day.picks,
              text: `${shareText(day.short, day.picks)} (${formatCount(day.short)} of ${formatCount(day.picks)})`,
            }))}
            summary={`Short rate by day. ${inAll}.`}
            columns={['Day', 'Short rate']}
            format={(value) => `${formatCount(value)}%`}
          />
        </Suspense>
      )}
    </>
  )
}
