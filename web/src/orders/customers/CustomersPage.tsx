import { customers, type Customer } from '@stowage/contract/orders/customers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { load } from '../../app/api.ts'
import { formatDay } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
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
import { OrderViews } from './OrderViews.tsx'

const route = getRouteApi('/$platform/app/customers')

const columnsOf = (paths: WorkspacePaths): Column<Customer>[] => [
  {
    header: 'Name',
    sort: 'name',
    grow: 'sm:min-w-40',
    cell: ({ id, name }) => (
      <Link className="link wrap-anywhere" href={paths.customer(id)}>
        {name}
      </Link>
    ),
  },
  { header: 'Code', card: 'value', cell: ({ code }) => <span className="font-mono">{code}</span> },
  {
    header: 'State',
    card: 'state',
    cell: ({ state }) =>
      state === 'active' ? (
        <StateBadge state="ok">Active</StateBadge>
      ) : (
        <StateBadge state="none">Archived</StateBadge>
      ),
  },
  { header: 'Email', card: 'value', cell: ({ emails }) => emails[0] ?? '-' },
  { header: 'Phone', wide: true, keep: 2, cell: ({ phones }) => phones[0] ?? '-' },
  {
    header: 'City',
    wide: true,
    keep: 2,
    cell: ({ addresses: [first] }) =>
      [first?.city, first?.country].filter(Boolean).join(', ') || '-',
  },
  { header: 'Tags', wide: true, cell: ({ tags }) => tags.join(', ') || '-' },
  {
    header: 'Added',
    wide: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDay(createdAt)}</time>,
  },
]

/** All customers, by name. */
export default function CustomersPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const { state, tag, q, ...search } = route.useSearch()
  const paths = usePaths()
  const { why } = useCan()
  const list = useList('customers', search, customers.list)
  const query = { state: state?.join(','), tag, q, sort: search.sort }
  const found = useQuery({
    ...load(customers.list, { params: { slug }, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => columnsOf(paths), [paths])
  const table = useListTable('customers', columns)
  const add = (
    <LinkButton look="primary" href={paths.newCustomer} why={why(customers.create)}>
      Add customer
    </LinkButton>
  )
  return (
    <ListPage
      title="Customers"
      site={useWorkspaceName(slug)}
      tabs={<OrderViews />}
      actions={add}
      saved={{ route: customers.list, call: { params: { slug }, query }, rows: 'customers' }}
      list={list}
      reply={found}
      fallback="Couldn’t load customers"
      search={{
        label: 'Search',
        placeholder: 'Code, name, email or phone',
        command: 'Search customers',
      }}
      q={q}
      filters={[
        {
          key: 'state',
          label: 'State',
          value: state?.join(','),
          promoted: true,
          options: [
            { value: 'active', label: 'Active' },
            { value: 'archived', label: 'Archived' },
          ],
        },
      ]}
      caption="Customers"
      table={table}
      rowId={({ id }) => id}
      noMatch="No customer matches"
      none={
        <EmptyState title="No customers yet" action={add}>
          Addresses and contact details are copied to new orders.
        </EmptyState>
      }
    />
  )
}
