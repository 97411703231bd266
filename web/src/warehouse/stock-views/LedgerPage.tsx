import { stockViews } from '@stowage/contract/warehouse/stock-views'
import { Suspense, type FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { useReasonNames } from '../settings/reason-names.ts'
import { ledgerColumns } from './ledger-columns.tsx'
import { useLedgerFilters, type LedgerFilter } from './ledger-filters.tsx'

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
const LedgerPage: FunctionComponent = listPage({
  page: '/$platform/app/stock/ledger',
  route: stockViews.ledger,
  name: 'movements',
  lengthOf: 'ledger',
  title: 'Stock history',
  search: {
    label: 'Search',
    placeholder: 'SKU, document or note',
    command: 'Search stock history',
  },
  also: [
    'kind',
    'variant',
    'location',
    'lot',
    'actor',
    'move',
    'direction',
    'effectiveFrom',
    'effectiveTo',
  ],
  query: ({ since, until }) => ({ from: since, to: until }),
  useGiven: useReasonNames,
  columns: ({ paths, show }, reasons) => ledgerColumns({ paths, show, reasons }),
  rowId: ({ bucketId, seq }) => `${bucketId} ${seq}`,
  details: (entry, { slug, show, list }) => (
    <Suspense>
      <LedgerDetails
        slug={slug}
        entry={entry}
        show={show}
        onFilter={(only) => list.filter({ ...noFilter, ...only })}
      />
    </Suspense>
  ),
  useParts: ({ slug, warehouse, search, rows, list }) => {
    const { filters, button, fields } = useLedgerFilters({
      slug,
      warehouseId: warehouse,
      applied: { ...noFilter, ...search, kind: search.kind?.join(',') },
      rows,
      onChange: list.filter,
    })
    return { filters, moreFilters: button, below: fields }
  },
  caption: ({ sort, zone }) => `${sort ? 'Oldest' : 'Newest'} first, times in ${zone}`,
  fallback: 'Couldn’t load the stock history',
  noMatch: 'No entries match',
  none: {
    title: 'No stock history yet',
    text: 'Every receipt, move and adjustment is recorded here.',
  },
})

export default LedgerPage
