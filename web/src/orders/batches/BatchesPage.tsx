import { batches } from '@stowage/contract/orders/batches'
import type { FunctionComponent } from 'react'
import { link, state, time, warehouse, word } from '../../parts/columns.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { optionsOf, stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { Assignee } from '../picking/Assignee.tsx'
import { figureColumns } from '../picking/figures.tsx'
import { PickingViews } from '../picking/PickingViews.tsx'
import { NewBatchButton } from './NewBatchButton.tsx'
import { batchStates, batchViews, methodWords } from './words.ts'

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
  columns: ({ paths, brief }) => [
    link('Batch', ({ id, number }) => [paths.batch(id), number], { sort: 'number' }),
    state('State', (one) => batchStates[one.state], { keep: 4 }),
    link('Wave', ({ waveId, wave }) => (waveId === null ? null : [paths.wave(waveId), wave]), {
      wide: true,
    }),
    word('Method', ({ method }) => methodWords[method], { keep: 2, card: 'value' }),
    {
      header: 'Assigned to',
      keep: 3,
      card: 'value',
      cell: (batch) => <Assignee of={batch} />,
    },
    ...figureColumns,
    warehouse(),
    time('Created', ({ createdAt }) => createdAt, brief, { sort: 'createdAt', wide: true }),
  ],
  caption: timed('Latest first'),
  noMatch: 'No batch matches',
  none: {
    title: 'No batches yet',
    text: 'A batch puts the tasks of several orders on one walk.',
    action: <NewBatchButton look="primary" />,
  },
})

export default BatchesPage
