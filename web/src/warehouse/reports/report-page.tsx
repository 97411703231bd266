import type { Reply, Route } from '@stowage/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { z } from 'zod'
import { load } from '../../app/api.ts'
import { formatCalendarDay } from '../../app/format.ts'
import type { CallOf } from '../../app/transport.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { useList, type PageReply } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { PagedTable } from '../../parts/PagedTable.tsx'
import type { PageId, Row, Searched, SearchOf } from '../../workspace/list-spec.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan, type Guarded } from '../../workspace/rights.ts'
import { useSite } from '../../workspace/site.ts'
import { useTimes, useToday } from '../../workspace/times.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { thisWeek, type Days } from './periods.ts'
import { ReportFilters } from './ReportFilters.tsx'
import { Summary } from './Summary.tsx'

type ReportRoute = Route & Guarded & { readonly query: { shape: object } }

/** All that a part of the page can depend on. */
type ReportAt<R extends Route, Search> = ReturnType<typeof useCan> &
  ReturnType<typeof useTimes> & {
    paths: WorkspacePaths
    search: Search
    reply: Reply<R> | undefined
    /** True if the reply is that of the search before this one. */
    isOld: boolean
    /** The period, this week unless the address says otherwise. */
    days: Days
    /** The same as words. */
    period: string
    warehouse: string | undefined
    /** Changes the search. */
    filter: (change: Record<string, string | undefined>) => void
  }

type EmptyWords = { title: string; action?: ReactNode }

type Spec<R extends ReportRoute, T extends ReportRoute, Id extends PageId, Given, At> = {
  page: Id
  /** Name under which this browser stores the page size. */
  name: string
  title: string
  subtitle?: string
  tabs?: (at: At) => ReactNode
  /** Controls after the period and the category, and below them. */
  filters?: (at: At) => ReactNode
  moreFilters?: (at: At) => ReactNode
  /** Parts of the query besides period, warehouse and category: of both routes, and of the rows alone. */
  query?: (search: SearchOf<Id>) => Partial<z.input<R['query']> & z.input<T['query']>>
  rowsQuery?: (search: SearchOf<Id>) => Partial<z.input<R['query']>>
  /** The totals above the rows: a card with this title, or what `show` returns. */
  totals: { route: T; title?: string; show: (totals: Reply<T>, at: At) => ReactNode }
  /** The route of the rows. */
  route: R
  /** Plural noun of the rows in its file. */
  rows: string | ((search: SearchOf<Id>) => string)
  rowId: (row: Row<R>) => string
  /** Plain values that columns need besides the row. */
  given: (at: At) => Given
  columns: (
    tools: Pick<ReturnType<typeof useTimes>, 'brief'> & { paths: WorkspacePaths },
    given: Given,
  ) => Column<Row<R>>[]
  details?: (row: Row<R>, at: At) => ReactNode
  /** Text above the rows. */
  note?: string
  caption: (at: At) => string
  empty: string | ((at: At) => EmptyWords)
  /** The title if the member sees the totals alone. */
  hidden?: string
}

/** Declares the page of a report: filters, totals, rows in pages and their file. */
export const reportPage = <
  R extends ReportRoute,
  T extends ReportRoute,
  const Id extends PageId,
  Given,
>(
  spec: Spec<R, T, Id, Given, ReportAt<R, SearchOf<Id>>>,
) =>
  function ReportPage() {
    return <Report spec={spec} />
  }

/** Returns the same object until a value in it changes. */
function useUnchanged<T>(value: T): T {
  const text = JSON.stringify(value)
  return useMemo(() => JSON.parse(text) as T, [text])
}

type PeriodSearch = { since?: string; until?: string; category?: string }

function usePeriod({ since, until }: PeriodSearch) {
  const { warehouse: site } = useSite()
  const today = useToday(site?.timezone)
  const days = { since: since ?? thisWeek(today).since, until: until ?? today }
  const [first, last] = [formatCalendarDay(days.since), formatCalendarDay(days.until)]
  return {
    today,
    days,
    words: `${first} to ${last}, days of ${site?.timezone ?? 'each warehouse'}`,
  }
}

function Report<R extends ReportRoute, T extends ReportRoute, Id extends PageId, Given>({
  spec,
}: {
  spec: Spec<R, T, Id, Given, ReportAt<R, SearchOf<Id>>>
}) {
  const { route, totals, title } = spec
  const slug = useSlug()
  const paths = usePaths()
  // The router's types want to know which page it is.
  const search = useSearch({ from: spec.page } as never) as SearchOf<Id> & Searched & PeriodSearch
  const { category } = search
  const { id: warehouse } = useSite()
  const period = usePeriod(search)
  const times = useTimes()
  const rights = useCan()
  const list = useList(spec.name, search)
  const [whyNoRows, whyNoTotals] = [route, totals.route].map((one) =>
    rights.why<Route & Guarded>(one),
  )

  const { since: from, until: to } = period.days
  const hasPeriod = 'from' in route.query.shape
  const query = { ...(hasPeriod && { from, to }), warehouse, category, ...spec.query?.(search) }
  const rowsQuery = { ...query, ...spec.rowsQuery?.(search) }
  // Keys and values come from the queries of the routes, which the types of the contract can't follow here.
  const callOf = <One extends Route>(of: object) =>
    ({ params: { slug }, query: of }) as unknown as CallOf<One>
  const found = useQuery({ ...load<T>(totals.route, callOf(query)), enabled: !whyNoTotals })
  const { limit, cursor } = list.page
  const rows = useQuery({
    ...load<R>(route, callOf({ limit, cursor, ...rowsQuery })),
    placeholderData: keepPreviousData,
    enabled: !whyNoRows,
  })
  const data = rows.data as (PageReply & { items: readonly Row<R>[] }) | undefined

  const at: ReportAt<R, SearchOf<Id>> = {
    ...rights,
    ...times,
    paths,
    search,
    warehouse,
    days: period.days,
    period: period.words,
    reply: rows.data as Reply<R> | undefined,
    isOld: rows.isPlaceholderData,
    filter: list.filter,
  }
  const given = useUnchanged(spec.given(at))
  const { columns: columnsOf } = spec
  const { brief } = times
  const columns = useMemo(
    () => columnsOf({ paths, brief }, given),
    [columnsOf, paths, brief, given],
  )
  const name = useWorkspaceName(slug)
  if (whyNoRows && whyNoTotals)
    return (
      <Page title={title} site={name}>
        <NoRight of={totals.route} />
      </Page>
    )
  const empty = typeof spec.empty === 'string' ? { title: spec.empty } : spec.empty(at)
  return (
    <Page
      title={title}
      site={name}
      subtitle={spec.subtitle}
      tabs={spec.tabs?.(at)}
      actions={
        <ExportButton
          route={route}
          call={callOf(rowsQuery)}
          rows={typeof spec.rows === 'string' ? spec.rows : spec.rows(search)}
          reply={data}
          why={whyNoRows}
        />
      }
    >
      <ReportFilters
        slug={slug}
        period={hasPeriod ? period : undefined}
        category={category}
        onChange={list.filter}
        below={spec.moreFilters?.(at)}
      >
        {spec.filters?.(at)}
      </ReportFilters>
      {!whyNoTotals && (
        <Summary title={totals.title} of={found}>
          {(reply) => totals.show(reply as Reply<T>, at)}
        </Summary>
      )}
      {whyNoRows ? (
        <EmptyState title={spec.hidden ?? 'Rows aren’t shown'}>{whyNoRows}</EmptyState>
      ) : (
        <>
          {spec.note && <p className="text-sm text-muted">{spec.note}</p>}
          <PagedTable<Row<R>>
            caption={spec.caption(at)}
            columns={columns}
            rowId={spec.rowId}
            reply={{ ...rows, data }}
            pager={list.pager}
            fallback="Couldn’t load the report"
            {...(spec.details && { details: (row: Row<R>) => spec.details?.(row, at) })}
            empty={<EmptyState title={empty.title} action={empty.action} />}
          />
        </>
      )}
    </Page>
  )
}
