import { bulk } from '@stowage/contract/orders/bulk'
import type { OrderSummary } from '@stowage/contract/orders/orders'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { formatCount } from '../../app/format.ts'
import { countOf, whyNotThese, type ReadPage } from '../../parts/selected.ts'
import type { Selection } from '../../parts/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useSlug } from '../../workspace/warehouses.ts'
import { whyNoOrder } from './bulk-steps.ts'
import { mostOrders, useBulk, type BulkStep } from './use-bulk.ts'

const BulkDialog = lazyPart(() => import('./BulkDialog.tsx'), 'BulkDialog')
const AddToWaveDialog = lazyPart(() => import('../waves/AddToWaveDialog.tsx'), 'AddToWaveDialog')
const BulkResult = lazyPart(() => import('./BulkResult.tsx'), 'BulkResult')

const steps = [
  { verb: 'confirm', name: 'Confirm…' },
  { verb: 'release', name: 'Release…' },
  { verb: 'unrelease', name: 'Unrelease…' },
  { verb: 'hold', name: 'Put on hold…' },
  { verb: 'releaseHold', name: 'Release hold…' },
  { verb: 'addToWave', name: 'Add to wave…' },
  { verb: 'tag', name: 'Tag…' },
  { verb: 'cancel', name: 'Cancel…' },
] as const

/**
 * What can be done with all selected orders: buttons for the bar of the selection, and what came of it. `rows` are
 * those of the page.
 */
export function useBulkActions(
  selection: Selection,
  read: ReadPage<OrderSummary>,
  rows: readonly OrderSummary[],
) {
  const { why } = useCan()
  const { change, progress } = useBulk(useSlug(), selection, read)
  const [asks, setAsks] = useState<BulkStep['verb']>()
  const tooMany = whyNotThese(selection, mostOrders)
  const marked = rows.filter(({ id }) => selection.isMarked(id))
  const isKnown = !selection.isAll && marked.length === selection.chosen.size
  const states = isKnown ? marked.map(({ state }) => state) : undefined
  const submit = (step: BulkStep) => {
    setAsks(undefined)
    change.mutate(step)
  }
  return {
    buttons: steps.map(({ verb, name }) => (
      <Button
        key={verb}
        look={verb === 'cancel' ? 'danger' : 'secondary'}
        why={why(bulk[verb]) ?? tooMany ?? whyNoOrder(verb, states)}
        busy={
          change.isPending &&
          change.variables.verb === verb &&
          (progress
            ? `${formatCount(progress.done)} of ${formatCount(progress.total)}…`
            : 'Reading…')
        }
        onClick={() => setAsks(verb)}
      >
        {name}
      </Button>
    )),
    problem: (change.data ?? change.error) && (
      <Suspense>
        <BulkResult outcome={change.data} error={change.error} onDismiss={() => change.reset()} />
      </Suspense>
    ),
    dialog: asks && (
      <Suspense>
        {asks === 'addToWave' ? (
          <AddToWaveDialog
            count={countOf(selection)}
            onWave={(waveId) => submit({ verb: 'addToWave', more: { waveId } })}
            onClose={() => setAsks(undefined)}
          />
        ) : (
          <BulkDialog
            verb={asks}
            count={countOf(selection)}
            onSubmit={submit}
            onClose={() => setAsks(undefined)}
          />
        )}
      </Suspense>
    ),
  }
}
