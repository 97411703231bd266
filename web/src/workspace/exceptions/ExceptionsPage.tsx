import { exceptions } from '@stowage/contract/workspace/exceptions'
import type { FunctionComponent } from 'react'
import { link, state, text, time, warehouse } from '../../parts/columns.tsx'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { timed } from '../list-filters.ts'
import { listPage } from '../list-page.tsx'
import { ExceptionPanel } from './ExceptionPanel.tsx'
import { detailsText, kinds } from './words.ts'

type Search = { owner?: string | undefined; state: string }

const views = [
  { name: 'Open', search: {}, none: 'No exceptions' },
  { name: 'Mine', search: { owner: 'me' }, none: 'You have no exceptions' },
  { name: 'Snoozed', search: { state: 'snoozed' }, none: 'Nothing is snoozed' },
] as const

const openOf = ({ owner, state }: Search) =>
  views.find(
    (one) =>
      ('owner' in one.search ? one.search.owner : undefined) === owner &&
      ('state' in one.search ? one.search.state : 'open') === state,
  )

/** List of exceptions, oldest first. */
const ExceptionsPage: FunctionComponent = listPage({
  page: '/$platform/app/exceptions',
  route: exceptions.list,
  name: 'exceptions',
  title: 'Exceptions',
  tabs: ({ paths, search, isSaved }) => (
    <ViewTabs
      label="Exception views"
      tabs={views.map((one) => ({
        name: one.name,
        href: paths.exceptions(one.search),
        isOpen: !isSaved && one === openOf(search),
      }))}
    />
  ),
  filters: [
    {
      key: 'kind',
      label: 'Type',
      promoted: true,
      options: Object.entries(kinds).map(([value, { name }]) => ({ value, label: name })),
    },
  ],
  also: ['owner', 'state'],
  columns: ({ paths, brief }) => [
    {
      header: 'What',
      keep: 4,
      cell: ({ label }) => <span className="font-medium wrap-anywhere">{label}</span>,
    },
    state('Type', ({ kind }) => ({ word: kinds[kind].name, look: kinds[kind].look }), { keep: 4 }),
    text('Details', detailsText, { card: 'value', grow: 'sm:min-w-40' }),
    link(
      'Of',
      (exception) => {
        const { object, kind } = exception
        const action = object && kind !== 'webhook' && kinds[kind].action(paths, exception)
        return action ? [action.href, object.number] : null
      },
      { wide: true },
    ),
    warehouse(),
    text('Owner', ({ ownerName }) => ownerName, { card: 'value' }),
    time('Since', ({ since }) => since, brief, { card: 'number', sort: 'since' }),
  ],
  rowId: ({ kind, key }) => `${kind} ${key}`,
  details: (exception, { slug, search }) => (
    <ExceptionPanel slug={slug} exception={exception} isSnoozed={search.state === 'snoozed'} />
  ),
  caption: timed('Oldest first'),
  noMatch: 'No exception matches',
  none: ({ search }) => ({
    title: openOf(search)?.none ?? 'No exceptions',
    text: 'Short picks, unknown codes, orders on hold and failed webhooks appear here.',
  }),
})

export default ExceptionsPage
