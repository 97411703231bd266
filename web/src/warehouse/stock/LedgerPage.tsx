import { settings } from '@stowage/contract/warehouse/settings'
import { stock } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { load } from '../../api.ts'
import { DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../site.ts'
import { useTimes } from '../times.ts'
import { ledgerColumns } from './ledger-columns.tsx'
import { LedgerFilters, type LedgerFilter } from './LedgerFilters.tsx'

const route = getRouteApi('/$platform/app/stock/ledger')
const LedgerDetails = lazy(async () => ({
  default: (await import('./LedgerDetails.tsx')).LedgerDetails,
}))

const noFilter: LedgerFilter = {
  ...{ kind: undefined, variant: undefined, location: undefined, lot: undefined },
  ...{ actor: undefined, move: undefined, since: undefined, until: undefined, q: undefined },
  ...{ direction: undefined, effectiveFrom: undefined, effectiveTo: undefined },
}

/** Every movement there ever was, the newest first. Nothing in it changes or goes away. */
export default function LedgerPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { kind, variant, location, lot, actor, move, since, until, q, ...rest } = route.useSearch()
  const { direction, effectiveFrom, effectiveTo, ...search } = rest
  const applied: LedgerFilter = {
    ...{ kind: kind?.join(','), variant, location, lot, actor, move, since, until, q },
    ...{ direction, effectiveFrom, effectiveTo },
  }
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, show } = useTimes()
  const { page, filter, pager, sorting } = useList('ledger', search, stock.ledger)
  const { since: from, until: to, ...others } = applied
  const query = { warehouse, ...others, from, to, sort: search.sort }
  const enabled = useCan().can('stock.history.read')
  const entries = useQuery({
    ...load(stock.ledger, { params: { slug }, query: { ...page, ...query } }),
    ...{ placeholderData: keepPreviousData, enabled },
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
  const arranged = useArranged('movements', columns)
  const isNarrowed = Object.values(applied).some(Boolean)
  const name = useWorkspaceName(slug)
  if (!enabled)
    return (
      <Page title="Movements" site={name}>
        <NoRight needs="stock.history.read" />
      </Page>
    )
  return (
    <Page
      title="Movements"
      site={name}
      subtitle="Everything that was received, moved and corrected"
      actions={
        <ExportButton
          route={stock.ledger}
          call={{ params: { slug }, query }}
          rows="movements"
          reply={entries.data}
        />
      }
    >
      <LedgerFilters
        slug={slug}
        warehouseId={warehouse}
        applied={applied}
        rows={entries.data?.items ?? []}
        onChange={filter}
      />
      {entries.error && (
        <ListError
          error={entries.error}
          fallback="Failed to load the movements"
          onRetry={() => void entries.refetch()}
          onStart={pager.onStart}
        />
      )}
      {!(entries.error && !entries.data) && (
        <DataTable
          caption={`${search.sort ? 'Oldest' : 'Newest'} first, times in ${zone}`}
          {...arranged}
          sorting={sorting}
          rows={entries.data?.items}
          rowId={({ bucketId, seq }) => `${bucketId} ${seq}`}
          busy={entries.isPlaceholderData}
          pager={<KeysetPager {...pager} reply={entries.data} busy={entries.isFetching} />}
          details={(entry) => (
            <Suspense>
              <LedgerDetails
                slug={slug}
                entry={entry}
                show={show}
                onFilter={(only) => filter({ ...noFilter, ...only })}
              />
            </Suspense>
          )}
          empty={
            isNarrowed ? (
              <EmptyState
                title="No movements match"
                action={<Button onClick={() => filter(noFilter)}>Clear filters</Button>}
              />
            ) : (
              <EmptyState title="No movements yet">
                Every receipt, move and correction leaves a line here, for good.
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  )
}
