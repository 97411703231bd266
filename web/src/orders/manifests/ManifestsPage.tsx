import { manifests } from '@stowage/contract/orders/manifests'
import { weightText } from '@stowage/contract/orders/manifest-weights'
import type { FunctionComponent } from 'react'
import { count, link, state, text, time, warehouse, word } from '../../parts/columns.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { ShippingViews } from '../shipping/ShippingViews.tsx'
import { manifestStates } from './words.ts'

/** List of manifests, handed over or being loaded. */
const ManifestsPage: FunctionComponent = listPage({
  page: '/$platform/app/shipping/manifests',
  route: manifests.list,
  name: 'manifests',
  title: 'Manifests',
  tabs: ({ isSaved }) => <ShippingViews open={isSaved ? undefined : 'manifests'} />,
  search: 'Number or name',
  filters: [stateFilter(manifestStates)],
  also: ['carrier'],
  columns: ({ paths, brief }) => [
    link('Manifest', ({ id, number }) => [paths.manifest(id), number], { sort: 'number' }),
    state('State', (one) => manifestStates[one.state], { keep: 4 }),
    text('Carrier', ({ carrier }) => carrier || 'No carrier', {
      card: 'value',
      keep: 3,
      grow: 'sm:min-w-32',
    }),
    warehouse(),
    count('Shipments', ({ shipmentCount }) => shipmentCount, { wide: true }),
    count('Packages', ({ packageCount }) => packageCount, { card: 'number' }),
    word('Weight', weightText, { wide: true }),
    text('Taken by', ({ handedTo }) => handedTo, { card: 'value' }),
    time('Handed over', ({ handedOverAt }) => handedOverAt, brief, { card: 'value' }),
    time('Opened', ({ createdAt }) => createdAt, brief, { wide: true, sort: 'createdAt' }),
  ],
  caption: timed('Latest first'),
  noMatch: 'No manifest matches',
  none: ({ paths }) => ({
    title: 'No manifests yet',
    text: 'A manifest lists the packages a carrier took.',
    action: (
      <LinkButton look="primary" href={paths.handOver}>
        Show what is to hand over
      </LinkButton>
    ),
  }),
})

export default ManifestsPage
