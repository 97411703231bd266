import { reports, type ShortSubject } from '@stowage/contract/orders/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, Suspense } from 'react'
import { load } from '../../app/api.ts'
import { formatCount, formatCalendarDay } from '../../app/format.ts'
import { codeLink, count, number, text } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { PagedTable } from '../../parts/PagedTable.tsx'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { ReportFilters } from './ReportFilters.tsx'
import { ShortPicks } from './ShortPicks.tsx'
import { Summary } from './Summary.tsx'
import { usePeriod } from './use-period.ts'
import { shareText } from './words.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { Bar } from '../../ui/Skeleton.tsx'

const route = getRouteApi('/$platform/app/reports/short-picks')

const columnsOf = (paths: WorkspacePaths, by: 'item' | 'location'): Column<ShortSubject>[] => [
  codeLink(by === 'item' ? 'SKU' : 'Location', ({ id, label }) => [
    by === 'item' ? paths.product(label) : paths.stock({ location: id }),
    label,
  ]),
  text(by === 'item' ? 'Name' : 'Warehouse', ({ name }) => name),
  count('Picks', ({ picks }) => picks),
  count('Short', ({ short }) => short),
  number('Short rate', ({ picks, short }) => shareText(short, picks)),
]

/** Where and of what picks were short in a period. */
export default function ShortPicksPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { since, until, category, by, ...search } = route.useSearch()
  const period = usePeriod({ since, until, category })
  const { page, filter, pager } = useList('short-picks-report', search)
  const { can } = useCan()
  const enabled = can(reports.shortDays)
  const days = useQuery({
    ...load(reports.shortDays, { params: { slug }, query: period.query }),
    enabled,
  })
  const call = { params: { slug }, query: { ...period.query, by } }
  const rows = useQuery({
    ...load(reports.shortRate, {
      ...call,
      query: { limit: page.limit, cursor: page.cursor, ...call.query },
    }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const name = useWorkspaceName(slug)
  const paths = usePaths()
  const columns = useMemo(() => columnsOf(paths, by), [paths, by])
  if (!enabled)
    return (
      <Page title="Short picks" site={name}>
        <NoRight of={reports.shortDays} />
      </Page>
    )
  const viewOf = (view: 'item' | 'location') => ({
    href: paths.shortReport({
      ...period.days,
      category,
      ...(view === 'location' && { by: view }),
    }),
    isOpen: view === by,
  })
  return (
    <Page
      title="Short picks"
      site={name}
      tabs={
        <ViewTabs
          label="Short picks by"
          tabs={[
            { name: 'By SKU', ...viewOf('item') },
            { name: 'By location', ...viewOf('location') },
          ]}
        />
      }
      actions={
        <ExportButton
          route={reports.shortRate}
          call={call}
          rows={by === 'item' ? 'items' : 'locations'}
          reply={rows.data}
        />
      }
    >
      <ReportFilters slug={slug} period={period} category={category} onChange={filter} />
      <Summary title="Short rate by day" reply={days} isEmpty={(data) => data.days.length === 0}>
        {(data) => <ShortRate days={data.days} />}
      </Summary>
      <PagedTable
        caption={period.caption}
        columns={columns}
        rowId={({ id }) => id}
        reply={rows}
        pager={pager}
        fallback="Couldn’t load the report"
        details={({ id }) => (
          <ShortPicks
            slug={slug}
            query={{ ...period.query, [by === 'item' ? 'variant' : 'location']: id }}
          />
        )}
        empty={<EmptyState title="No short picks in this period" />}
      />
    </Page>
  )
}

const StepLine = lazyPart(() => import('../../ui/chart/StepLine.tsx'), 'StepLine')

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
