import { reports, type PaceOfMember } from '@stowage/contract/orders/reports'
import type { stock } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { text, word } from '../../parts/columns.tsx'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { Link } from '../../parts/Link.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { PagedTable } from '../../parts/PagedTable.tsx'
import { Bars } from '../../ui/chart/Bars.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { NumbersTable } from './NumbersTable.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { Summary } from './Summary.tsx'
import { usePeriod } from './use-period.ts'
import { durationText, rateText, work } from './words.ts'

const route = getRouteApi('/$platform/app/reports/productivity')

type ColumnOptions = { paths: WorkspacePaths; since: string; until: string; opens: boolean }

const number = (text: string) => <span className="whitespace-nowrap tabular-nums">{text}</span>

const columnsOf = ({ paths, since, until, opens }: ColumnOptions): Column<PaceOfMember>[] => [
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
]

/** Lines per hour by task and, for whoever may see them, by member. */
export default function ProductivityPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { since, until, category, ...search } = route.useSearch()
  const period = usePeriod({ since, until, category })
  const { page, filter, pager } = useList('productivity', search)
  const { can, why, whyTo } = useCan()
  const enabled = can(reports.work)
  const whyNotMembers = why(reports.members)
  const seesMembers = whyNotMembers === undefined
  const paces = useQuery({
    ...load(reports.work, { params: { slug }, query: period.query }),
    enabled,
  })
  const call = { params: { slug }, query: period.query }
  const rows = useQuery({
    ...load(reports.members, {
      ...call,
      query: { limit: page.limit, cursor: page.cursor, ...call.query },
    }),
    placeholderData: keepPreviousData,
    enabled: seesMembers,
  })
  const name = useWorkspaceName(slug)
  const paths = usePaths()
  const opens = !whyTo<typeof stock.ledger>('stock.history.read')
  const { since: first, until: last } = period.days
  const columns = useMemo(
    () => columnsOf({ paths, since: first, until: last, opens }),
    [paths, first, last, opens],
  )
  if (!enabled && !seesMembers)
    return (
      <Page title="Productivity" site={name}>
        <NoRight of={reports.work} />
      </Page>
    )
  return (
    <Page
      title="Productivity"
      site={name}
      subtitle="Lines per hour"
      actions={
        <ExportButton
          route={reports.members}
          call={call}
          rows="members"
          reply={rows.data}
          why={whyNotMembers}
        />
      }
    >
      <ReportFilters slug={slug} period={period} category={category} onChange={filter} />
      {enabled && (
        <Summary
          title="Lines per hour by task"
          reply={paces}
          isEmpty={(data) => data.work.length === 0}
        >
          {(data) => (
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
          )}
        </Summary>
      )}
      {seesMembers ? (
        <>
          <p className="text-sm text-muted">
            Lines differ in distance and weight. Compare members on similar work only.
          </p>
          <PagedTable
            caption={period.caption}
            columns={columns}
            rowId={({ memberId, kind }) => `${memberId} ${kind}`}
            reply={rows}
            pager={pager}
            fallback="Couldn’t load the report"
            empty={<EmptyState title="No picks or packages in this period" />}
          />
        </>
      ) : (
        <EmptyState title="Members aren’t shown">{whyNotMembers}</EmptyState>
      )}
    </Page>
  )
}
