import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { receiptStates } from './words.ts'

const route = getRouteApi('/$platform/app/receiving')

type Listed = Omit<Receipt, 'lines'> & { lineCount: number }

const columnsOf = (paths: WorkspacePaths, show: (at: string) => string): Column<Listed>[] => [
  {
    header: 'Receipt',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link" href={paths.receipt(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => (
      <StateBadge state={receiptStates[state].look}>{receiptStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Reference',
    card: 'value',
    grow: 'sm:min-w-32',
    cell: ({ reference }) => reference || '-',
  },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Lines',
    card: 'value',
    align: 'end',
    cell: ({ lineCount }) => lineCount,
  },
  {
    header: 'Started',
    card: 'value',
    keep: 3,
    sort: 'createdAt',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{show(createdAt)}</time>,
  },
  {
    header: 'Received',
    wide: true,
    cell: ({ receivedAt }) =>
      receivedAt === null ? '-' : <time dateTime={receivedAt}>{show(receivedAt)}</time>,
  },
]

/** All receipts, the newest first. */
export default function ReceiptsPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, q, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, brief: show } = useTimes()
  const { why } = useCan()
  const list = useList('receipts', search, receiving.receipts)
  const query = { warehouse, q, state: state?.join(','), sort: search.sort }
  const receipts = useQuery({
    ...load(receiving.receipts, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const table = useListTable('receipts', columns)
  const whyNot = why(receiving.create)
  const begin = () => void navigate({ href: paths.newReceipt })
  useCommands(
    whyNot === undefined
      ? [{ name: 'Receive stock', section: 'On this page', keys: 'n', run: begin }]
      : [],
  )
  return (
    <ListPage
      title="Receiving"
      site={useWorkspaceName(slug)}
      actions={
        <LinkButton look="primary" href={paths.newReceipt} why={whyNot}>
          Receive stock
        </LinkButton>
      }
      saved={{ route: receiving.receipts, call: { params: { slug }, query }, rows: 'receipts' }}
      list={list}
      reply={receipts}
      fallback="Couldn’t load receipts"
      search={{
        label: 'Search',
        placeholder: 'Number or reference',
        command: 'Search receipts',
      }}
      q={q}
      filters={[
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: Object.entries(receiptStates).map(([value, { word }]) => ({
            value,
            label: word,
          })),
        },
      ]}
      caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
      table={table}
      rowId={({ id }) => id}
      noMatch="No receipt matches"
      none={
        <EmptyState title="No receipts yet">
          Scan a delivery and complete the receipt to add it to stock.
        </EmptyState>
      }
    />
  )
}
