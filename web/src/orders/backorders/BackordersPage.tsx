import { backorders, type Backorder } from '@stowage/contract/orders/backorders'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../../workspace/member.ts'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { useListTable } from '../../workspace/saved-views/use-list-table.tsx'
import { useSite } from '../../workspace/site.ts'
import { useTimes } from '../../workspace/times.ts'
import { usePaths } from '../../workspace/warehouses.ts'

const route = getRouteApi('/$platform/app/orders/backorders')
const priorities = Array.from({ length: 10 }, (_, i) => String(9 - i))

type Given = {
  paths: WorkspacePaths
  show: (at: string) => string
  refused: string | undefined
  onPriority: (row: Backorder, priority: number) => void
}

const quantity = (qty: string) => <span className="tabular-nums">{formatQuantity(qty)}</span>

const columnsOf = ({ paths, show, refused, onPriority }: Given): Column<Backorder>[] => [
  {
    header: 'Order',
    cell: ({ orderId, number }) => (
      <Link className="link" href={paths.order(orderId)}>
        {number}
      </Link>
    ),
  },
  {
    header: 'Customer',
    card: 'value',
    grow: 'sm:min-w-32',
    cell: ({ customerId, customer }) =>
      customerId === null ? (
        '-'
      ) : (
        <Link className="link wrap-anywhere" href={paths.customer(customerId)}>
          {customer}
        </Link>
      ),
  },
  {
    header: 'SKU',
    card: 'value',
    keep: 3,
    cell: ({ sku }) => (
      <Link className="link wrap-anywhere" href={paths.product(sku)}>
        {sku}
      </Link>
    ),
  },
  { header: 'Name', wide: true, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { header: 'Warehouse', card: 'value', cell: ({ warehouseCode }) => warehouseCode },
  {
    header: 'Waiting',
    card: 'number',
    keep: 3,
    align: 'end',
    cell: ({ waiting, unit }) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatQuantity(waiting)}
        <span className="text-muted">{` ${unit}`}</span>
      </span>
    ),
  },
  { header: 'Reserved', wide: true, align: 'end', cell: ({ reserved }) => quantity(reserved) },
  { header: 'Elsewhere', keep: 2, align: 'end', cell: ({ elsewhere }) => quantity(elsewhere) },
  { header: 'Incoming', wide: true, align: 'end', cell: ({ incoming }) => quantity(incoming) },
  {
    header: 'Priority',
    card: 'value',
    keep: 3,
    cell: (row) => (
      <select
        aria-label={`Priority of ${row.sku} in ${row.number}`}
        className="control w-auto!"
        value={String(row.priority)}
        disabled={refused !== undefined}
        title={refused}
        onChange={({ target }) => onPriority(row, Number(target.value))}
      >
        {priorities.map((priority) => (
          <option key={priority} value={priority}>
            {priority}
          </option>
        ))}
      </select>
    ),
  },
  {
    header: 'Ship by',
    wide: true,
    keep: 2,
    cell: ({ promisedShipAt }) =>
      promisedShipAt === null ? '-' : <time dateTime={promisedShipAt}>{show(promisedShipAt)}</time>,
  },
  {
    header: 'Since',
    card: 'value',
    sort: 'since',
    cell: ({ since }) => <time dateTime={since}>{show(since)}</time>,
  },
]

/** Order lines that wait for stock, those that are served first at the top. */
export default function BackordersPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { elsewhere, customer, variant, q, ...search } = route.useSearch()
  const { id: warehouse } = useSite()
  const paths = usePaths()
  const { zone, brief: show } = useTimes()
  const refused = useCan().why(backorders.prioritize)
  const [error, setError] = useState<Error | null>(null)
  const list = useList('backorders', search, backorders.list)
  const query = { warehouse, variant, customer, elsewhere, q, sort: search.sort }
  const found = useQuery({
    ...load(backorders.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const { mutate } = useAction(backorders.prioritize, { refresh: [backorders.list] })
  const columns = useMemo(
    () =>
      columnsOf({
        paths,
        show,
        refused,
        onPriority: ({ claimId: claim, number, sku }, priority) => {
          setError(null)
          mutate(
            { params: { slug, claim }, body: { priority } },
            {
              onSuccess: () => toast(`${sku} in ${number} now has priority ${priority}`),
              onError: setError,
            },
          )
        },
      }),
    [paths, show, refused, mutate, slug],
  )
  const first = found.data?.items[0]
  return (
    <ListPage
      title="Backorders"
      site={useWorkspaceName(slug)}
      saved={{ route: backorders.list, call: { params: { slug }, query }, rows: 'backorders' }}
      list={list}
      reply={found}
      fallback="Couldn’t load backorders"
      search={{ label: 'Search', placeholder: 'Order number or SKU', command: 'Search backorders' }}
      q={q}
      filters={[
        {
          key: 'elsewhere',
          label: 'Elsewhere',
          value: elsewhere === 'available' ? 'available' : undefined,
          promoted: true,
          options: [{ value: 'available', label: 'Available' }],
        },
        ...(customer === undefined
          ? []
          : [
              {
                key: 'customer',
                label: 'Customer',
                value: customer,
                options: [{ value: customer, label: first?.customer ?? 'Selected' }],
              },
            ]),
        ...(variant === undefined
          ? []
          : [
              {
                key: 'variant',
                label: 'Product',
                value: variant,
                options: [{ value: variant, label: first?.sku ?? 'Selected' }],
              },
            ]),
      ]}
      below={error && <ErrorBox error={error} fallback="Couldn’t change the priority" />}
      caption={search.sort ? `Times in ${zone}` : `Sorted by priority, times in ${zone}`}
      table={useListTable('backorders', columns)}
      rowId={({ claimId }) => claimId}
      noMatch="No backorder matches"
      none={
        <EmptyState title="No backorders">
          All confirmed order lines have their stock reserved.
        </EmptyState>
      }
    />
  )
}
