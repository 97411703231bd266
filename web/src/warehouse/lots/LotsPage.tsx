import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import type { receiving } from '@stowage/contract/warehouse/receiving'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load, send } from '../../app/api.ts'
import { formatCalendarDay, formatCount, formatQuantity } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { type ReadPage, wholePage } from '../../parts/selected.ts'
import { useSelection } from '../../parts/selection.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../../workspace/site.ts'
import { StockTabs } from '../stock/StockTabs.tsx'
import { daysText, lotStates } from './words.ts'

const route = getRouteApi('/$platform/app/stock/lots')
const PrintSelectedLabels = lazyPart(
  () => import('../labels/PrintSelectedLabels.tsx'),
  'PrintSelectedLabels',
)

const columnsOf = (paths: WorkspacePaths): Column<Lot>[] => [
  {
    header: 'Lot',
    sort: 'code',
    cell: ({ id, code }) => (
      <Link className="link font-mono wrap-anywhere" href={paths.lot(id)}>
        {code}
      </Link>
    ),
  },
  {
    header: 'SKU',
    card: 'value',
    sort: 'sku',
    cell: ({ sku }) => (
      <Link className="link wrap-anywhere" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  {
    header: 'Name',
    wide: true,
    keep: 2,
    cell: ({ name }) => <span className="wrap-anywhere">{name || '-'}</span>,
  },
  {
    header: 'Expires',
    card: 'value',
    keep: 3,
    sort: 'expiresOn',
    cell: ({ expiresOn }) => (expiresOn === null ? '-' : formatCalendarDay(expiresOn)),
  },
  {
    header: 'Days left',
    card: 'value',
    keep: 3,
    cell: ({ daysLeft }) => <DaysLeft days={daysLeft} />,
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => (
      <StateBadge state={lotStates[state].look}>{lotStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'On hand',
    card: 'number',
    keep: 3,
    align: 'end',
    cell: ({ onHand, unit }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatQuantity(onHand)}
        <span className="text-muted">{` ${unit}`}</span>
      </span>
    ),
  },
  {
    header: 'Locations',
    wide: true,
    align: 'end',
    cell: ({ locations }) => <span className="tabular-nums">{formatCount(locations)}</span>,
  },
  {
    header: 'Supplier lot',
    wide: true,
    cell: ({ supplierLot }) => <span className="wrap-anywhere">{supplierLot ?? '-'}</span>,
  },
]

function DaysLeft({ days }: { days: number | null }) {
  if (days === null || days > 30) return <span className="tabular-nums">{daysText(days)}</span>
  return <StateBadge state={days < 0 ? 'bad' : 'warn'}>{daysText(days)}</StateBadge>
}

/** All lots, those that expire first at the top. */
export default function LotsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, expiry, variant, empty, q, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { whyTo } = useCan()
  const list = useList('lots', search, lots.list)
  const narrowed = { warehouse, variant, expiry, empty, q, state: state?.join(',') }
  const query = { ...narrowed, sort: search.sort }
  const found = useQuery({
    ...load(lots.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const selection = useSelection(
    found.data?.items.map(({ id }) => id) ?? [],
    JSON.stringify(narrowed),
    found.data,
  )
  const readPage: ReadPage<Lot> = (cursor) =>
    send(lots.list, { params: { slug }, query: { ...query, ...wholePage, cursor } })
  const columns = useMemo(() => columnsOf(paths), [paths])
  const table = useListTable('lots', columns)
  return (
    <ListPage
      title="Lots"
      site={useWorkspaceName(slug)}
      tabs={<StockTabs />}
      saved={{
        route: lots.list,
        call: { params: { slug }, query },
        rows: 'lots',
        // A lot that was used up since it was selected is exported too.
        picked: { empty: 'with' },
      }}
      list={list}
      reply={found}
      fallback="Couldn’t load lots"
      search={{
        label: 'Search',
        placeholder: 'Lot, supplier lot, SKU or name',
        command: 'Search lots',
      }}
      q={q}
      filters={[
        {
          key: 'expiry',
          label: 'Expiry',
          value: expiry,
          promoted: true,
          options: [
            { value: 'expired', label: 'Expired' },
            { value: '30', label: 'Within 30 days' },
            { value: '60', label: 'Within 60 days' },
            { value: '90', label: 'Within 90 days' },
          ],
        },
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: Object.entries(lotStates).map(([value, { word }]) => ({ value, label: word })),
        },
        {
          key: 'empty',
          label: 'Lots without stock',
          none: 'Hidden',
          value: empty === 'with' ? 'with' : undefined,
          options: [{ value: 'with', label: 'Shown' }],
        },
        ...(variant === undefined
          ? []
          : [
              {
                key: 'variant',
                label: 'Product',
                value: variant,
                options: [{ value: variant, label: found.data?.items[0]?.sku ?? 'Selected' }],
              },
            ]),
      ]}
      caption={search.sort ? 'Lots' : 'Lots by expiry date'}
      table={table}
      rowId={({ id }) => id}
      selection={selection}
      selectionOf={{
        name: ({ code, sku }) => `lot ${code} of ${sku}`,
        actions: <PrintSelectedLabels template="lot" selection={selection} read={readPage} />,
      }}
      noMatch="No lots match"
      none={
        <EmptyState
          title="No lots in stock"
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
          Products tracked by lot get their lots when stock is received.
        </EmptyState>
      }
    />
  )
}
