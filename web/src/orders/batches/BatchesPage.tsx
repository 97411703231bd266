import { batches } from '@stowage/contract/orders/batches'
import type { FunctionComponent } from 'react'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { optionsOf, stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { PickingViews } from '../picking/PickingViews.tsx'
import { columnsOf } from './columns.tsx'
import { NewBatchButton } from './NewBatchButton.tsx'
import { batchStates, batchViews } from './words.ts'

/** Tasks of several orders that are walked together, the latest batch first. */
const BatchesPage: FunctionComponent = listPage({
  page: '/$platform/app/picking/batches',
  route: batches.list,
  name: 'batches',
  title: 'Pick batches',
  tabs: ({ isSaved }) => <PickingViews open={isSaved ? undefined : 'batches'} />,
  actions: ({ paths, why }) => (
    <>
      <LinkButton href={paths.floor} why={why(batches.claim)}>
        Start picking
      </LinkButton>
      <NewBatchButton look="primary" />
    </>
  ),
  search: 'Number',
  filters: [
    {
      key: 'view',
      label: 'View',
      promoted: true,
      none: 'All',
      usual: 'all',
      options: optionsOf(batchViews),
    },
    stateFilter(batchStates),
    { key: 'wave', label: 'Wave', linked: (first) => first?.wave ?? undefined },
  ],
  columns: ({ paths, brief }) => columnsOf(paths, brief),
  caption: timed('Latest first'),
  noMatch: 'No batch matches',
  none: {
    title: 'No batches yet',
    text: 'A batch puts the tasks of several orders on one walk.',
    action: <NewBatchButton look="primary" />,
  },
})

export default BatchesPage
