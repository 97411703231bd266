import { customers } from '@stowage/contract/orders/customers'
import type { FunctionComponent } from 'react'
import { formatDay } from '../../app/format.ts'
import { nameLink, state, time, word } from '../../parts/columns.tsx'
import { recordStates, stateFilter } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { OrderViews } from './OrderViews.tsx'

/** All customers, by name. */
const CustomersPage: FunctionComponent = listPage({
  page: '/$platform/app/customers',
  route: customers.list,
  name: 'customers',
  title: 'Customers',
  tabs: () => <OrderViews />,
  create: {
    name: 'Add customer',
    href: (paths) => paths.newCustomer,
    why: ({ why }) => why(customers.create),
  },
  search: 'Code, name, email or phone',
  filters: [stateFilter(recordStates)],
  also: ['tag'],
  columns: ({ paths }) => [
    nameLink('Name', ({ id, name }) => [paths.customer(id), name], {
      sort: 'name',
      grow: 'sm:min-w-40',
    }),
    {
      header: 'Code',
      card: 'value',
      cell: ({ code }) => <span className="font-mono">{code}</span>,
    },
    state('State', (one) => recordStates[one.state]),
    word('Email', ({ emails }) => emails[0], { card: 'value' }),
    word('Phone', ({ phones }) => phones[0], { wide: true, keep: 2 }),
    word(
      'City',
      ({ addresses: [first] }) => [first?.city, first?.country].filter(Boolean).join(', '),
      { wide: true, keep: 2 },
    ),
    word('Tags', ({ tags }) => tags.join(', '), { wide: true }),
    time('Added', ({ createdAt }) => createdAt, formatDay, { wide: true, sort: 'createdAt' }),
  ],
  imported: 'customers',
  caption: 'Customers',
  noMatch: 'No customer matches',
  none: ({ created }) => ({
    title: 'No customers yet',
    text: 'Addresses and contact details are copied to new orders.',
    action: created,
  }),
})

export default CustomersPage
