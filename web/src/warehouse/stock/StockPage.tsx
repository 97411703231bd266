import { stock, type StockBucket } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load, send } from '../../api.ts'
import { DataTable } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useList, wholePage } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { useSelection } from '../../parts/selection.ts'
import { SelectionBar } from '../../parts/SelectionBar.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import type { ReadPage } from '../marked.ts'
import { useSite } from '../site.ts'
import { useTimes } from '../times.ts'
import { statusOptions } from '../words.ts'
import { MarkedPiles } from './MarkedPiles.tsx'
import { pileColumns } from './pile-columns.tsx'
import { usePileKeys } from './row-keys.ts'
import { StockTabs } from './StockTabs.tsx'

const route = getRouteApi('/$platform/app/stock')

/** What lies where: one row for each pile. */
export default function StockPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { status, location, variant, lot, q, empty, ...search } = route.useSearch()
  const { id: warehouse, warehouse: site } = useSite()
  const paths = usePaths()
  const { zone, show } = useTimes()
  const { why } = useCan()
  const { page, filter, pager, sorting } = useList('stock', search, stock.buckets)
  const narrowed = { warehouse, location, variant, lot, q, empty, status: status?.join(',') }
  const query = { ...narrowed, sort: search.sort }
  const piles = useQuery({
    ...load(stock.buckets, { params: { slug }, query: { ...page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const [first] = piles.data?.items ?? []
  const selection = useSelection(
    piles.data?.items.map(({ bucketId }) => bucketId) ?? [],
    JSON.stringify(narrowed),
    piles.data,
  )
  const readPage: ReadPage<StockBucket> = (cursor) =>
    send(stock.buckets, { params: { slug }, query: { ...query, ...wholePage, cursor } })
  const [move, adjust, restate, history] = [
    why('stock.move'),
    why('stock.adjust.create'),
    why('stock.status.change'),
    why('stock.history.read'),
  ]
  const columns = useMemo(
    () =>
      pileColumns({ paths, isOfAll: !site, show, why: { move, adjust, status: restate, history } }),
    [paths, site, show, move, adjust, restate, history],
  )
  const arranged = useArranged('stock', columns)
  usePileKeys()
  const isNarrowed = Boolean(status?.length || location || variant || lot || q)
  const clear = () =>
    filter({
      ...{ status: undefined, location: undefined, variant: undefined },
      ...{ lot: undefined, q: undefined },
    })

  return (
    <Page
      title="Stock"
      site={useWorkspaceName(slug)}
      subtitle="What lies where, each pile by itself"
      actions={
        <>
          <ExportButton
            route={stock.buckets}
            call={{ params: { slug }, query }}
            rows="piles"
            reply={piles.data}
          />
          <LinkButton href={paths.move()} why={move}>
            Move stock
          </LinkButton>
          <LinkButton look="primary" href={paths.adjust()} why={adjust}>
            Adjust stock
          </LinkButton>
        </>
      }
    >
      <StockTabs />
      <FilterBar
        q={q ?? ''}
        onChange={(change) => filter(change)}
        filters={[
          {
            ...{ key: 'status', label: 'Status', promoted: true },
            value: status?.join(','),
            options: statusOptions,
          },
          {
            ...{ key: 'empty', label: 'Empty piles', none: 'Left out' },
            value: empty === 'with' ? 'with' : undefined,
            options: [{ value: 'with', label: 'Shown too' }],
          },
          ...(location === undefined
            ? []
            : [one('location', 'Place', location, first?.location ?? 'the one chosen')]),
          ...(variant === undefined
            ? []
            : [one('variant', 'Item', variant, first?.sku ?? 'the one chosen')]),
          ...(lot === undefined ? [] : [one('lot', 'Lot', lot, lot)]),
        ]}
      >
        <SearchBox
          label="Search"
          placeholder="SKU, name, place or lot"
          command="Search the stock"
          q={q ?? ''}
          onChange={(text) => filter({ q: text || undefined })}
          scan
        />
      </FilterBar>
      {piles.error && (
        <ListError
          error={piles.error}
          fallback="Failed to load the stock"
          onRetry={() => void piles.refetch()}
          onStart={pager.onStart}
        />
      )}
      {!(piles.error && !piles.data) && (
        <>
          <SelectionBar selection={selection}>
            <MarkedPiles
              slug={slug}
              selection={selection}
              read={readPage}
              why={{ move, status: restate, print: why('print.use') }}
            />
            <ExportButton
              route={stock.buckets}
              call={{
                params: { slug },
                // A pile that was emptied since it was marked is one of them all the same.
                query: selection.isAll
                  ? query
                  : {
                      ...{ ids: [...selection.chosen].join(','), empty: 'with' },
                      sort: search.sort,
                    },
              }}
              rows="piles"
              reply={piles.data}
              selection={selection}
            />
          </SelectionBar>
          <DataTable
            caption={`By place, times in ${zone}`}
            {...arranged}
            sorting={sorting}
            rows={piles.data?.items}
            rowId={({ bucketId }) => bucketId}
            busy={piles.isPlaceholderData}
            selection={{ ...selection, name: ({ sku, location }) => `${sku} in ${location}` }}
            pager={<KeysetPager {...pager} reply={piles.data} busy={piles.isFetching} />}
            empty={
              isNarrowed ? (
                <EmptyState
                  title="No stock matches"
                  action={<Button onClick={clear}>Clear filters</Button>}
                />
              ) : (
                <EmptyState
                  title="There is nothing in stock yet"
                  action={
                    <LinkButton look="primary" href={paths.newReceipt} why={why('receipt.create')}>
                      Receive goods
                    </LinkButton>
                  }
                >
                  What you receive or import shows here.
                </EmptyState>
              )
            }
          />
        </>
      )}
    </Page>
  )
}

/** A filter that was set from elsewhere and can only be taken away here. */
const one = (key: string, label: string, value: string, words: string) => ({
  ...{ key, label, value },
  options: [{ value, label: words }],
})
