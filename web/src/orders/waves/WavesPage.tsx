import { waves } from '@stowage/contract/orders/waves'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState, type FunctionComponent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { optionsOf, stateFilter, timed } from '../../workspace/list-filters.ts'
import { listPage } from '../../workspace/list-page.tsx'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { PickingViews } from '../picking/PickingViews.tsx'
import { columnsOf } from './columns.tsx'
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
  columns: ({ paths, brief }) => columnsOf(paths, brief),
  caption: timed('Latest first'),
  noMatch: 'No wave matches',
  none: {
    title: 'No waves yet',
    text: 'A wave releases many orders for picking together.',
    action: <CreateWave />,
  },
})

export default WavesPage
