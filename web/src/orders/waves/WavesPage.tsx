import { waves, type Wave } from '@stowage/contract/orders/waves'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState, type FunctionComponent } from 'react'
import { link, state, text, time, warehouse, word } from '../../parts/columns.tsx'
import { creatorOf } from '../../platforms/members/maker.ts'
import { Button } from '../../ui/Button.tsx'
import { optionsOf, stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { figureColumns } from '../picking/figures.tsx'
import { PickingViews } from '../picking/PickingViews.tsx'
import { waveStates, waveViews } from './words.ts'

const WaveDialog = lazy(() => import('./WaveDialog.tsx'))

function CreateWave() {
  const slug = useSlug()
  const paths = usePaths()
  const router = useRouter()
  const { why } = useCan()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" why={why(waves.create)} onClick={() => setOpen(true)}>
        Create wave…
      </Button>
      {isOpen && (
        <Suspense>
          <WaveDialog
            slug={slug}
            onSaved={({ id }) => void router.navigate({ href: paths.wave(id) })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const isByFilter = ({ state, filter }: Wave) => state === 'draft' && !filter.orderIds

/** Orders that are released together, the latest wave first. */
const WavesPage: FunctionComponent = listPage({
  page: '/$platform/app/picking/waves',
  route: waves.list,
  name: 'waves',
  title: 'Waves',
  tabs: ({ isSaved }) => <PickingViews open={isSaved ? undefined : 'waves'} />,
  actions: () => <CreateWave />,
  search: 'Number',
  filters: [
    {
      key: 'view',
      label: 'View',
      promoted: true,
      none: 'All',
      usual: 'all',
      options: optionsOf(waveViews),
    },
    stateFilter(waveStates),
  ],
  columns: ({ paths, brief }) => [
    link('Wave', ({ id, number }) => [paths.wave(id), number], { sort: 'number' }),
    state('State', (one) => waveStates[one.state], { keep: 4 }),
    text('Name', ({ name }) => name, { wide: true }),
    ...figureColumns.map((column) => ({
      ...column,
      // What a draft takes by filters is known with its release.
      cell: (wave: Wave) => (isByFilter(wave) ? '-' : column.cell(wave)),
    })),
    warehouse(),
    time('Created', ({ createdAt }) => createdAt, brief, { sort: 'createdAt', wide: true }),
    word('By', creatorOf, {
      wide: true,
    }),
  ],
  caption: timed('Latest first'),
  noMatch: 'No wave matches',
  none: {
    title: 'No waves yet',
    text: 'A wave releases many orders for picking together.',
    action: <CreateWave />,
  },
})

export default WavesPage
