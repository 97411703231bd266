import { settings } from '@stowage/contract/warehouse/settings'
import { stock } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { ledgerColumns } from './ledger-columns.tsx'
import { useLedgerFilters, type LedgerFilter } from './ledger-filters.tsx'

const route = getRouteApi('/$platform/app/stock/ledger')
const LedgerDetails = lazyPart(() => import('./LedgerDetails.tsx'), 'LedgerDetails')

const noFilter: LedgerFilter = {
  kind: undefined,
  variant: undefined,
  location: undefined,
  lot: undefined,
  actor: undefined,
  move: undefined,
  since: undefined,
  until: undefined,
  q: undefined,
  direction: undefined,
  effectiveFrom: undefined,
  effectiveTo: undefined,
}

/** Every movement there ever was, the newest first. Nothing in it changes or goes away. */
export default function LedgerPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { kind, variant, location, lot, actor, move, since, until, q, ...rest } = route.useSearch()
  const { direction, effectiveFrom, effectiveTo, ...search } = rest
  const applied: LedgerFilter = {
    kind: kind?.join(','),
    variant,
    location,
    lot,
    actor,
    move,
    since,
    until,
    q,
    direction,
    effectiveFrom,
    effectiveTo,
  }
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, show } = useTimes()
  const list = useList('ledger', search, stock.ledger)
  const { since: from, until: to, ...others } = applied
  const query = { warehouse, ...others, from, to, sort: search.sort }
  const enabled = useCan().can(stock.ledger)
  const entries = useQuery({
    ...load(stock.ledger, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const reasons = useQuery({ ...load(settings.reasons, { params: { slug } }), staleTime: 60_000 })
  const names = useMemo(
    () => new Map(reasons.data?.items.map(({ code, name }) => [code, name])),
    [reasons.data],
  )
  const columns = useMemo(
    () => ledgerColumns({ paths, show, reasons: names }),
    [paths, show, names],
  )
  const table = useListTable('movements', columns)
  const asked = useLedgerFilters({
    slug,
    warehouseId: warehouse,
    applied,
    rows: entries.data?.items ?? [],
    onChange: list.filter,
  })
  return (
    <ListPage
      title="Stock history"
      site={useWorkspaceName(slug)}
      saved={{ route: stock.ledger, call: { params: { slug }, query }, rows: 'movements' }}
      instead={!enabled && <NoRight of={stock.ledger} />}
      list={list}
      reply={entries}
      fallback="Couldn’t load the stock history"
      search={{
        label: 'Search',
        placeholder: 'SKU, document or note',
        command: 'Search stock history',
      }}
      q={q}
      filters={asked.filters}
      moreFilters={asked.button}
      below={asked.fields}
      caption={`${search.sort ? 'Oldest' : 'Newest'} first, times in ${zone}`}
      table={table}
      rowId={({ bucketId, seq }) => `${bucketId} ${seq}`}
      details={(entry) => (
        <Suspense>
          <LedgerDetails
            slug={slug}
            entry={entry}
            show={show}
            onFilter={(only) => list.filter({ ...noFilter, ...only })}
          />
        </Suspense>
      )}
      noMatch="No entries match"
      none={
        <EmptyState title="No stock history yet">
          Every receipt, move and adjustment is recorded here.
        </EmptyState>
      }
    />
  )
}
