import { stock, type StockBucket } from '@stowage/contract/warehouse/stock'
import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import type { labels } from '@stowage/contract/workspace/labels'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load, send } from '../../app/api.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { type ReadPage, wholePage } from '../../parts/selected.ts'
import { useSelection } from '../../parts/selection.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { statusOptions } from '../products/stock-words.ts'
import { SelectedBuckets } from './SelectedBuckets.tsx'
import { bucketColumns } from './bucket-columns.tsx'
import { useBucketKeys } from './row-keys.ts'
import { StockTabs } from './StockTabs.tsx'

const route = getRouteApi('/$platform/app/stock')

/** What lies where: one row for each bucket. */
export default function StockPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { status, location, variant, lot, q, empty, use, ...search } = route.useSearch()
  const { id: warehouse, warehouse: site } = useSite()
  const paths = usePaths()
  const { zone, show } = useTimes()
  const { why, whyTo } = useCan()
  const list = useList('stock', search, stock.buckets)
  const narrowed = { warehouse, location, variant, lot, q, empty, use, status: status?.join(',') }
  const query = { ...narrowed, sort: search.sort }
  const buckets = useQuery({
    ...load(stock.buckets, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const [first] = buckets.data?.items ?? []
  const selection = useSelection(
    buckets.data?.items.map(({ bucketId }) => bucketId) ?? [],
    JSON.stringify(narrowed),
    buckets.data,
  )
  const readPage: ReadPage<StockBucket> = (cursor) =>
    send(stock.buckets, { params: { slug }, query: { ...query, ...wholePage, cursor } })
  const [move, adjust, restate, history] = [
    why(stock.move),
    whyTo<typeof adjustments.create>('stock.adjust.create'),
    why(stock.move, 'stock.status.change'),
    why(stock.ledger),
  ]
  const columns = useMemo(
    () =>
      bucketColumns({
        paths,
        isOfAll: !site,
        show,
        why: { move, adjust, status: restate, history },
      }),
    [paths, site, show, move, adjust, restate, history],
  )
  const table = useListTable('stock', columns)
  useBucketKeys(buckets.data?.items, paths, { move, adjust })
  return (
    <ListPage
      title="Stock"
      site={useWorkspaceName(slug)}
      tabs={<StockTabs />}
      actions={
        <>
          <span className="max-sm:hidden">
            <LinkButton href={paths.move()} why={move}>
              Move stock
            </LinkButton>
          </span>
          <LinkButton look="primary" href={paths.adjust()} why={adjust}>
            Adjust stock
          </LinkButton>
        </>
      }
      saved={{
        route: stock.buckets,
        call: { params: { slug }, query },
        rows: 'stock lines',
        // A bucket that was emptied since it was marked is one of them all the same.
        picked: { empty: 'with' },
      }}
      list={list}
      reply={buckets}
      fallback="Couldn’t load stock"
      search={{
        label: 'Search',
        placeholder: 'SKU, name, location or lot',
        command: 'Search stock',
      }}
      q={q}
      filters={[
        {
          key: 'status',
          label: 'Status',
          promoted: true,
          value: status?.join(','),
          options: statusOptions,
        },
        {
          key: 'empty',
          label: 'Empty rows',
          none: 'Hidden',
          value: empty === 'with' ? 'with' : undefined,
          options: [{ value: 'with', label: 'Shown' }],
        },
        {
          key: 'use',
          label: 'Task',
          value: use,
          options: [
            { value: 'put_away', label: 'To put away' },
            { value: 'put_back', label: 'To put back' },
          ],
        },
        ...(location === undefined
          ? []
          : [one('location', 'Location', location, first?.location ?? 'selected')]),
        ...(variant === undefined
          ? []
          : [one('variant', 'Item', variant, first?.sku ?? 'selected')]),
        ...(lot === undefined ? [] : [one('lot', 'Lot', lot, lot)]),
      ]}
      caption={`By location, times in ${zone}`}
      table={table}
      rowId={({ bucketId }) => bucketId}
      selection={selection}
      selectionOf={{
        name: ({ sku, location }) => `${sku} in ${location}`,
        actions: (
          <SelectedBuckets
            slug={slug}
            selection={selection}
            read={readPage}
            why={{ move, status: restate, print: whyTo<typeof labels.print>('print.use') }}
          />
        ),
      }}
      noMatch="No stock matches"
      none={
        <EmptyState
          title="No stock yet"
          action={
            <LinkButton
              look="primary"
              href={paths.newReceipt}
              why={whyTo<typeof receiving.create>('receipt.create')}
            >
              Receive stock
            </LinkButton>
          }
        >
          Stock you receive or import appears here.
        </EmptyState>
      }
    />
  )
}

/** A filter that was set from elsewhere and can only be taken away here. */
const one = (key: string, label: string, value: string, words: string) => ({
  key,
  label,
  value,
  options: [{ value, label: words }],
})
