import { returns } from '@stowage/contract/orders/returns'
import type { FunctionComponent } from 'react'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { columnsOf } from './columns.tsx'
import { returnStates, views } from './words.ts'

/** List of returns, newest first. */
const ReturnsPage: FunctionComponent = listPage({
  page: '/$platform/app/returns',
  route: returns.list,
  name: 'returns',
  title: 'Returns',
  tabs: ({ paths, search, isSaved }) => (
    <ViewTabs
      label="Return views"
      tabs={views.map(({ name, view }) => ({
        name,
        href: paths.returns(view === 'all' ? {} : { view }),
        isOpen: !isSaved && view === search.view,
      }))}
    />
  ),
  create: {
    name: 'Create return',
    href: (paths) => paths.newReturn(),
    why: ({ why }) => why(returns.create),
  },
  search: 'Number',
  filters: [{ ...stateFilter(returnStates), when: ({ search }) => search.view === 'all' }],
  also: ['customer'],
  query: ({ view }) => (view === 'all' ? {} : { view }),
  columns: ({ paths, brief, readAt }) => columnsOf(paths, brief, readAt),
  isAged: true,
  caption: timed('Latest first'),
  noMatch: 'No return matches',
  none: ({ search: { view }, created }) => ({
    title: views.find((one) => one.view === view)?.none ?? 'No returns yet',
    text: 'Returns appear here when they are announced.',
    action: view === 'all' && created,
  }),
})

export default ReturnsPage
