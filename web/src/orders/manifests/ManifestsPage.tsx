import { manifests, type ManifestSummary } from '@stowage/contract/orders/manifests'
import { weightText } from '@stowage/contract/orders/weights'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { ShippingViews } from '../shipping/ShippingViews.tsx'
import { manifestStates } from './words.ts'

const route = getRouteApi('/$platform/app/shipping/manifests')

const stateOptions = Object.entries(manifestStates).map(([value, { word }]) => ({
  value,
  label: word,
}))

const numbers = (value: number) => <span className="tabular-nums">{formatCount(value)}</span>

const columnsOf = (
  paths: WorkspacePaths,
  show: (at: string) => string,
): Column<ManifestSummary>[] => [
  {
    header: 'Manifest',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link font-medium" href={paths.manifest(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 4,
    cell: ({ state }) => (
      <StateBadge state={manifestStates[state].look}>{manifestStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Carrier',
    card: 'value',
    keep: 3,
    grow: 'sm:min-w-32',
    cell: ({ carrier }) => <span className="wrap-anywhere">{carrier || 'No carrier'}</span>,
  },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  { header: 'Shipments', wide: true, align: 'end', cell: (one) => numbers(one.shipmentCount) },
  { header: 'Packages', card: 'number', align: 'end', cell: (one) => numbers(one.packageCount) },
  { header: 'Weight', wide: true, cell: (one) => weightText(one) || '-' },
  {
    header: 'Taken by',
    card: 'value',
    cell: ({ handedTo }) => <span className="wrap-anywhere">{handedTo || '-'}</span>,
  },
  {
    header: 'Handed over',
    card: 'value',
    cell: ({ handedOverAt }) =>
      handedOverAt === null ? '-' : <time dateTime={handedOverAt}>{show(handedOverAt)}</time>,
  },
  {
    header: 'Opened',
    wide: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
  },
]

/** What carriers took, and what is being loaded for them. */
export default function ManifestsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, q, carrier, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, brief: show } = useTimes()
  const list = useList('manifests', search, manifests.list)
  const query = { warehouse, carrier, q, state: state?.join(','), sort: search.sort }
  const found = useQuery({
    ...load(manifests.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const table = useListTable('manifests', columns)
  return (
    <ListPage
      title="Manifests"
      site={useWorkspaceName(slug)}
      tabs={<ShippingViews open={table.openView ? undefined : 'manifests'} />}
      saved={{ route: manifests.list, call: { params: { slug }, query }, rows: 'manifests' }}
      list={list}
      reply={found}
      fallback="Couldn’t load manifests"
      search={{ label: 'Search', placeholder: 'Number or name', command: 'Search manifests' }}
      q={q}
      filters={[
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: stateOptions,
        },
      ]}
      caption={search.sort ? `Times in ${zone}` : `Latest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      noMatch="No manifest matches"
      none={
        <EmptyState
          title="No manifests yet"
          action={
            <LinkButton look="primary" href={paths.handOver}>
              Show what is to hand over
            </LinkButton>
          }
        >
          A manifest lists the packages a carrier took.
        </EmptyState>
      }
    />
  )
}
