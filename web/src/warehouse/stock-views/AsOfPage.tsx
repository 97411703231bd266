import { stockViews, type AsOfRow } from '@stowage/contract/warehouse/stock-views'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatQuantity } from '../../app/format.ts'
import { load } from '../../app/api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { isUnknownPage, useList } from '../../parts/list.ts'
import { ListError } from '../../parts/ListError.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { useSite } from '../../workspace/site.ts'

import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useTimes } from '../../workspace/times.ts'
import { statuses } from '../products/stock-words.ts'
import { AsOfForm, type AsOf } from './AsOfForm.tsx'
import { StockTabs } from '../stock/StockTabs.tsx'

const route = getRouteApi('/$platform/app/stock/as-of')

const text = (header: string, of: (row: AsOfRow) => string | null): Column<AsOfRow> => ({
  header,
  cell: (row) => of(row) || '-',
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
/** Columns that identify a row, by grouping of the stock. */
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
    ...load(stockViews.asOf, {
      params: { slug },
      query: { ...page, at: at ?? '', known, by, warehouse },
    }),
    enabled: at !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Stock as of a date" site={useWorkspaceName(slug)} tabs={<StockTabs />}>
      <AsOfForm key={`${at} ${known} ${by}`} applied={{ at, known, by }} onApply={filter} />
      {found.error &&
        (isUnknownPage(found.error) ? (
          <ListError
            error={found.error}
            onRetry={() => void found.refetch()}
            onStart={pager.onStart}
          />
        ) : (
          <RefusalBox error={found.error} fallback="Couldn’t load stock" />
        ))}
      {at === undefined && (
        <EmptyState title="Choose a date and time">
          The stock history is never deleted, so you can show stock for any past date.
        </EmptyState>
      )}
      {known === 'then' && found.data && !found.data.settled && (
        <Notice kind="warn">
          <p>
            This time is less than a minute ago, so movements may still be added. Reload in 30
            seconds for final quantities.
          </p>
        </Notice>
      )}
      {at !== undefined && !(found.error && !found.data) && (
        <DataTable
          caption={
            found.data
              ? `As of ${show(found.data.at)}, recorded ${known === 'then' ? 'by then' : `by ${show(found.data.known)}`}; times in ${zone}`
              : 'Stock as of that date'
          }
          columns={columns[by]}
          rows={found.data?.items}
          rowId={({ key, unit }) => `${key} ${unit}`}
          busy={found.isPlaceholderData}
          pager={<KeysetPager {...pager} reply={found.data} busy={found.isFetching} />}
          empty={<EmptyState title="No stock on that date" />}
        />
      )}
    </Page>
  )
}
