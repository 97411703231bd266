import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { useCommands } from '../../parts/keys.ts'
import { Link } from '../../parts/Link.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useArranged } from '../../platforms/table-settings/use-arranged.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { useSite } from '../site.ts'
import { useTimes } from '../times.ts'
import { receiptStates } from '../words.ts'

const route = getRouteApi('/$platform/app/receiving')

type Listed = Omit<Receipt, 'lines'> & { lineCount: number }

const columnsOf = (paths: WorkspacePaths, show: (at: string) => string): Column<Listed>[] => [
  {
    header: 'Receipt',
    sort: 'number',
    cell: ({ id, number }) => (
      <Link className="link whitespace-nowrap" href={paths.receipt(id)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'State',
    cell: ({ state }) => (
      <StateBadge state={receiptStates[state].look}>{receiptStates[state].word}</StateBadge>
    ),
  },
  {
    header: 'Reference',
    cell: ({ reference }) => <span className="wrap-anywhere">{reference || '-'}</span>,
  },
  { header: 'Warehouse', wide: true, cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Lines',
    align: 'end',
    cell: ({ lineCount }) => <span className="tabular-nums">{lineCount}</span>,
  },
  {
    header: 'Begun',
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
  const { zone, show } = useTimes()
  const { why } = useCan()
  const { page, filter, pager, sorting } = useList('receipts', search, receiving.receipts)
  const query = { warehouse, q, state: state?.join(','), sort: search.sort }
  const receipts = useQuery({
    ...load(receiving.receipts, { params: { slug }, query: { ...page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths, show), [paths, show])
  const arranged = useArranged('receipts', columns)
  const whyNot = why('receipt.create')
  const begin = () => void navigate({ href: paths.newReceipt })
  useCommands(
    whyNot === undefined
      ? [{ name: 'Receive goods', section: 'On this page', keys: 'n', run: begin }]
      : [],
  )
  const create = (
    <LinkButton look="primary" href={paths.newReceipt} why={whyNot}>
      Receive goods
    </LinkButton>
  )
  return (
    <Page
      title="Receiving"
      site={useWorkspaceName(slug)}
      subtitle="What has arrived, delivery by delivery"
      actions={
        <>
          <ExportButton
            route={receiving.receipts}
            call={{ params: { slug }, query }}
            rows="receipts"
            reply={receipts.data}
          />
          {create}
        </>
      }
    >
      <FilterBar
        q={q ?? ''}
        onChange={filter}
        filters={[
          {
            ...{ key: 'state', label: 'State', value: state?.join(','), promoted: true },
            options: Object.entries(receiptStates).map(([value, { word }]) => ({
              value,
              label: word,
            })),
          },
        ]}
      >
        <SearchBox
          label="Search"
          placeholder="Number or reference"
          command="Search the receipts"
          q={q ?? ''}
          onChange={(text) => filter({ q: text || undefined })}
          scan
        />
      </FilterBar>
      {receipts.error && (
        <ListError
          error={receipts.error}
          fallback="Failed to load the receipts"
          onRetry={() => void receipts.refetch()}
          onStart={pager.onStart}
        />
      )}
      {!(receipts.error && !receipts.data) && (
        <DataTable
          caption={search.sort ? `Times in ${zone}` : `Newest first, times in ${zone}`}
          {...arranged}
          sorting={sorting}
          rows={receipts.data?.items}
          rowId={({ id }) => id}
          busy={receipts.isPlaceholderData}
          pager={<KeysetPager {...pager} reply={receipts.data} busy={receipts.isFetching} />}
          empty={
            state?.length || q ? (
              <EmptyState
                title="No receipt matches"
                action={
                  <Button onClick={() => filter({ state: undefined, q: undefined })}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyState title="Nothing was received yet">
                Scan what arrives, complete the receipt, and it is in stock.
              </EmptyState>
            )
          }
        />
      )}
    </Page>
  )
}
