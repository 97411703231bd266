import { waves, type Wave } from '@stowage/contract/orders/waves'
import { lazyPart } from '../../app/lazy-part.ts'
import { toast } from '../../ui/toast.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'

const WaveDialog = lazyPart(() => import('./WaveDialog.tsx'), 'default')

const step = stepsOf<Wave>({ one: 'wave', many: 'waves' })

export const waveSteps = {
  cancel: step({
    states: ['draft', 'released'],
    one: {
      route: waves.cancel,
      name: 'Cancel wave',
      busy: 'Cancelling…',
      question: ({ number }) => `Cancel ${number}?`,
      consequence: ({ state }) =>
        state === 'draft'
          ? 'A cancelled wave can’t be released. Create another one instead.'
          : 'Its orders are unreleased and can be released again.',
      isFinal: true,
      done: (_, { number }) => `${number} was cancelled`,
    },
  }),
  edit: step({
    states: ['draft'],
    one: {
      route: waves.update,
      name: 'Edit wave',
      own: ({ slug, of, onClose }) => (
        <WaveDialog
          slug={slug}
          wave={of}
          onSaved={({ number }) => {
            toast(`${number} was saved`)
            onClose()
          }}
          onClose={onClose}
        />
      ),
    },
  }),
  release: step({
    states: ['draft'],
    look: 'primary',
    one: { route: waves.release, name: 'Release wave', busy: 'Releasing…' },
  }),
}
