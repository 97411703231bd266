import { reports } from '@stowage/contract/warehouse/reports'
import type { stock } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatCalendarDay } from '../../app/format.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { PagedTable } from '../../parts/PagedTable.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../../workspace/site.ts'
import { useToday } from '../../workspace/times.ts'
import { movementColumns } from './movement-columns.tsx'
import { MovementFilters, type MovementQuery } from './MovementFilters.tsx'
import { MovementTotals } from './MovementTotals.tsx'
import { thisWeek } from './periods.ts'

const route = getRouteApi('/$platform/app/reports/movement')

/** Shows opening, in, out and closing quantity per item for a period, with movements by kind. */
export default function MovementPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { since, until, category, tag, items, known, ...search } = route.useSearch()
  const { id: warehouse, warehouse: site } = useSite()
  const today = useToday(site?.timezone)
  const week = thisWeek(today)
  const first = since ?? week.since
  const last = until ?? today
  const asked: MovementQuery = { since: first, until: last, category, tag, items, known }
  const { page, filter, pager } = useList('movement-report', search)
  const query = { from: first, to: last, known, warehouse, category, tag }
  const { can, whyTo } = useCan()
  const enabled = can(reports.movement)
  const rows = useQuery({
    ...load(reports.movement, {
      params: { slug },
      query: { limit: page.limit, cursor: page.cursor, items, ...query },
    }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const totals = useQuery({ ...load(reports.movementTotals, { params: { slug }, query }), enabled })
  const name = useWorkspaceName(slug)
  const paths = usePaths()
  // Known then is known at the end of the period, which is another moment in another zone.
  // The rows shown until the next come end when the period before them did.
  const ends = rows.isPlaceholderData ? [] : (rows.data?.warehouses ?? [])
  const [end, ...otherEnds] = new Set(ends.map(({ endsAt }) => endsAt))
  const recorded = known === 'then' && otherEnds.length === 0 ? end : undefined
  const opens =
    !whyTo<typeof stock.ledger>('stock.history.read') && (known === 'now' || recorded !== undefined)
  const behind = useMemo(
    () => (opens ? { ...(recorded !== undefined && { until: recorded }) } : undefined),
    [opens, recorded],
  )
  const columns = useMemo(
    () => movementColumns({ paths, behind, since: first, until: last }),
    [paths, behind, first, last],
  )
  if (!enabled)
    return (
      <Page title="Stock movement" site={name}>
        <NoRight of={reports.movement} />
      </Page>
    )
  // Movements are not told apart by unit, category or tag.
  const isAll = totals.data?.totals.length === 1 && category === undefined && tag === undefined
  const zones = [...new Set(rows.data?.warehouses.map(({ timezone }) => timezone))]
  return (
    <Page
      title="Stock movement"
      site={name}
      subtitle="Opening, in, out and closing quantity per SKU"
      actions={
        <ExportButton
          route={reports.movement}
          call={{ params: { slug }, query: { ...query, items } }}
          rows="items"
          reply={rows.data}
        />
      }
    >
      <MovementFilters key={tag} slug={slug} today={today} asked={asked} onChange={filter} />
      <ReadError of={totals} fallback="Couldn’t load the totals" />
      {totals.isLoading && (
        <Skeleton className="card grid gap-3 p-5">
          <Bar className="h-5 w-40" />
          <Bar className="h-24 w-full" />
        </Skeleton>
      )}
      {totals.data?.totals.map((total) => (
        <MovementTotals
          key={total.unit}
          total={total}
          since={first}
          until={last}
          behind={isAll ? behind : undefined}
        />
      ))}
      <PagedTable
        caption={`${formatCalendarDay(first)} to ${formatCalendarDay(last)}, as known ${known}; days of ${
          zones.length > 1 ? 'each warehouse' : (zones[0] ?? 'the warehouse')
        }`}
        columns={columns}
        rowId={({ variantId }) => variantId}
        reply={rows}
        pager={pager}
        fallback="Couldn’t load the report"
        empty={
          <EmptyState
            title={items === 'moved' ? 'No movements in this period' : 'No stock in this period'}
            action={
              items === 'moved' && (
                <Button onClick={() => filter({ items: 'all' })}>Show all in stock</Button>
              )
            }
          />
        }
      />
    </Page>
  )
}
