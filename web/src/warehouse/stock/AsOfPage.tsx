import { stock, type AsOfRow } from '@stowage/contract/warehouse/stock'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatQuantity } from '../../format.ts'
import { load } from '../../api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { isUnknownPage, useList } from '../../parts/list.ts'
import { ListError } from '../../parts/ListError.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useSite } from '../site.ts'

import { RefusalBox } from '../RefusalBox.tsx'
import { useTimes } from '../times.ts'
import { statuses } from '../words.ts'
import { AsOfForm, type AsOf } from './AsOfForm.tsx'
import { StockTabs } from './StockTabs.tsx'

const route = getRouteApi('/$platform/app/stock/as-of')

const text = (header: string, of: (row: AsOfRow) => string | null): Column<AsOfRow> => ({
  header,
  cell: (row) => <span className="wrap-anywhere">{of(row) || '-'}</span>,
})
const item = [text('SKU', ({ sku }) => sku), text('Name', ({ name }) => name)]
const place = [
  text('Warehouse', ({ warehouseCode }) => warehouseCode),
  text('Location', ({ location }) => location),
]
const isStatus = (word: string | null): word is keyof typeof statuses =>
  word !== null && Object.hasOwn(statuses, word)
const status: Column<AsOfRow> = {
  header: 'Status',
  cell: (row) =>
    isStatus(row.status) ? (
      <StateBadge state={statuses[row.status].look}>{statuses[row.status].word}</StateBadge>
    ) : (
      '-'
    ),
}
const onHand: Column<AsOfRow> = {
  header: 'On hand',
  align: 'end',
  cell: ({ onHand: quantity, unit }) => (
    <span className="tabular-nums">
      {formatQuantity(quantity)}
      <span className="text-muted">{` ${unit}`}</span>
    </span>
  ),
}
/** What names a row, by what the stock is added up. */
const columns: Record<AsOf['by'], Column<AsOfRow>[]> = {
  variant: [...item, onHand],
  location: [...place, onHand],
  bucket: [...place, ...item, text('Lot', ({ lot }) => lot), status, onHand],
  warehouse: [text('Warehouse', ({ label, warehouseCode }) => warehouseCode ?? label), onHand],
  lot: [text('Lot', ({ lot, label }) => lot ?? label), ...item, onHand],
}

/** The stock at any moment of the past: what lay where, as it was known then or as it is known now. */
export default function AsOfPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { at, known, by, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const { page, filter, pager } = useList('as-of', search)
  const { zone, show } = useTimes()
  const found = useQuery({
    ...load(stock.asOf, {
      params: { slug },
      query: { ...page, at: at ?? '', known, by, warehouse },
    }),
    enabled: at !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Stock at a moment"
      site={useWorkspaceName(slug)}
      subtitle="What lay where at any time, from the first movement on"
    >
      <StockTabs />
      <AsOfForm key={`${at} ${known} ${by}`} applied={{ at, known, by }} onApply={filter} />
      {found.error &&
        (isUnknownPage(found.error) ? (
          <ListError
            error={found.error}
            onRetry={() => void found.refetch()}
            onStart={pager.onStart}
          />
        ) : (
          <RefusalBox error={found.error} fallback="Failed to load the stock" />
        ))}
      {at === undefined && (
        <EmptyState title="Choose a moment">
          Every movement is kept for good, so the stock of any day can be shown again.
        </EmptyState>
      )}
      {known === 'then' && found.data && !found.data.settled && (
        <Notice kind="warn">
          <p>
            This moment is only just over: a movement that began before it may still arrive. Ask
            again in half a minute for a figure that stays.
          </p>
        </Notice>
      )}
      {at !== undefined && !(found.error && !found.data) && (
        <DataTable
          caption={
            found.data
              ? `On ${show(found.data.at)}, as known ${known === 'then' ? 'then' : `on ${show(found.data.known)}`}; times in ${zone}`
              : 'The stock at that moment'
          }
          columns={columns[by]}
          rows={found.data?.items}
          rowId={({ key, unit }) => `${key} ${unit}`}
          busy={found.isPlaceholderData}
          pager={<KeysetPager {...pager} reply={found.data} busy={found.isFetching} />}
          empty={<EmptyState title="Nothing was in stock at that moment" />}
        />
      )}
    </Page>
  )
}
