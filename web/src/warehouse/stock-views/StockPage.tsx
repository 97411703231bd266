import type { adjustments } from '@stowage/contract/warehouse/adjustments'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import { stock } from '@stowage/contract/warehouse/stock'
import { stockViews } from '@stowage/contract/warehouse/stock-views'
import type { labels } from '@stowage/contract/workspace/print'
import { useMemo, type FunctionComponent } from 'react'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { listPage } from '../../workspace/list-page.tsx'
import type { useCan } from '../../workspace/rights.ts'
import { statusOptions } from '../products/stock-words.ts'
import { SelectedBuckets } from './SelectedBuckets.tsx'
import { bucketColumns } from './bucket-columns.tsx'
import { useBucketKeys } from './row-keys.ts'
import { StockTabs } from '../stock/StockTabs.tsx'

/** Why a stock line can't be changed, or its history not be seen. */
function useRefusals({ why, whyTo }: ReturnType<typeof useCan>) {
  const [move, adjust, status, history] = [
    why(stock.move),
    whyTo<typeof adjustments.create>('stock.adjust.create'),
    why(stock.move, 'stock.status.change'),
    why(stockViews.ledger),
  ]
  return useMemo(() => ({ move, adjust, status, history }), [move, adjust, status, history])
}

/** List of stock lines, one row per bucket. */
const StockPage: FunctionComponent = listPage({
  page: '/$platform/app/stock',
  route: stockViews.buckets,
  name: 'stock',
  rows: 'stock lines',
  title: 'Stock',
  tabs: () => <StockTabs />,
  useGiven: useRefusals,
  actions: ({ paths, given: { move, adjust } }) => (
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
  ),
  search: { label: 'Search', placeholder: 'SKU, name, location or lot', command: 'Search stock' },
  filters: [
    { key: 'status', label: 'Status', promoted: true, options: statusOptions },
    {
      key: 'empty',
      label: 'Empty rows',
      none: 'Hidden',
      usual: 'without',
      options: [{ value: 'with', label: 'Shown' }],
    },
    {
      key: 'use',
      label: 'Task',
      options: [
        { value: 'put_away', label: 'To put away' },
        { value: 'put_back', label: 'To put back' },
      ],
    },
    { key: 'location', label: 'Location', linked: (first) => first?.location ?? 'selected' },
    { key: 'variant', label: 'Item', linked: (first) => first?.sku ?? 'selected' },
    { key: 'lot', label: 'Lot', linked: (_first, lot) => lot },
  ],
  columns: ({ paths, isOfAll, show }, why) => bucketColumns({ paths, isOfAll, show, why }),
  rowId: ({ bucketId }) => bucketId,
  selected: {
    name: ({ sku, location }) => `${sku} in ${location}`,
    actions: ({ slug, selection, read, whyTo, given: { move, status } }) => (
      <SelectedBuckets
        slug={slug}
        selection={selection}
        read={read}
        why={{ move, status, print: whyTo<typeof labels.print>('print.use') }}
      />
    ),
    // A bucket that was emptied since it was marked is one of them all the same.
    picked: { empty: 'with' },
  },
  useParts: ({ rows, paths, given }) => {
    useBucketKeys(rows, paths, given)
    return {}
  },
  imported: 'stock',
  caption: ({ zone }) => `By location, times in ${zone}`,
  fallback: 'Couldn’t load stock',
  noMatch: 'No stock matches',
  none: ({ paths, whyTo }) => ({
    title: 'No stock yet',
    text: 'Stock you receive or import appears here.',
    action: (
      <LinkButton
        look="primary"
        href={paths.newReceipt}
        why={whyTo<typeof receiving.create>('receipt.create')}
      >
        Receive stock
      </LinkButton>
    ),
  }),
})

export default StockPage
