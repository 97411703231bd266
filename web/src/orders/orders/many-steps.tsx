import { bulk } from '@stowage/contract/orders/order-bulk'
import type { Order } from '@stowage/contract/orders/orders'
import { lazyPart } from '../../app/lazy-part.ts'
import { ManyButtons } from '../../workspace/steps/ManyButtons.tsx'
import { forMany } from '../../workspace/steps/many.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'
import type { Many } from '../../workspace/steps/use-many.tsx'
import { noun, orderSteps, releasable } from './steps.tsx'

const AddToWaveDialog = lazyPart(() => import('../waves/AddToWaveDialog.tsx'), 'AddToWaveDialog')

const step = stepsOf<Order>(noun)

const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const { confirm, release, unrelease, hold, releaseHold, cancel } = orderSteps

/** Steps for many orders. States, fields and look are those of the steps for one order. */
export const manyOrderSteps = {
  confirm: forMany(confirm, {
    route: bulk.confirm,
    name: 'Confirm',
    action: 'Confirm orders',
    question: (them) => `Confirm ${them}?`,
    consequence: 'Stock is reserved for each order, as set for its channel.',
    why: 'None of these orders is a draft.',
    done: 'confirmed',
  }),
  release: forMany(release, {
    route: bulk.release,
    name: 'Release',
    action: 'Release orders',
    question: (them) => `Release ${them} for picking?`,
    consequence: 'A location is chosen for each item, for the most urgent orders first.',
    why: 'None of these orders can be released.',
    done: 'released',
  }),
  unrelease: forMany(unrelease, {
    route: bulk.unrelease,
    name: 'Unrelease',
    action: 'Unrelease orders',
    question: (them) => `Unrelease ${them}?`,
    consequence: 'They keep their reserved stock and can be edited again.',
    why: 'None of these orders is released.',
    done: 'no longer released',
  }),
  hold: forMany(hold, {
    route: bulk.hold,
    name: 'Put on hold',
    question: (them) => `Put ${them} on hold?`,
    consequence:
      'They keep their reserved stock. Nothing is picked for them until the hold is released.',
    why: 'None of these orders can be put on hold.',
    done: 'put on hold',
  }),
  releaseHold: forMany(releaseHold, {
    route: bulk.releaseHold,
    name: 'Release hold',
    action: 'Release holds',
    question: (them) => `Release the hold of ${them}?`,
    consequence: 'They can be released for picking afterwards.',
    why: 'None of these orders is on hold.',
    done: 'no longer on hold',
  }),
  addToWave: step({
    states: releasable,
    many: {
      route: bulk.addToWave,
      name: 'Add to wave',
      own: ({ count, onSubmit, onClose }) => (
        <AddToWaveDialog
          count={count}
          onWave={(waveId) => onSubmit({ waveId })}
          onClose={onClose}
        />
      ),
      why: 'None of these orders can be released.',
      done: 'added to the wave',
      next: (more, paths) =>
        'waveId' in more && typeof more.waveId === 'string'
          ? { name: 'Open wave', href: paths.wave(more.waveId) }
          : undefined,
    },
  }),
  tag: step({
    fields: () => [
      { kind: 'text', name: 'add', label: 'Add tags', parse: tagsOf },
      { kind: 'text', name: 'remove', label: 'Remove tags', parse: tagsOf },
    ],
    missing: ({ add, remove }) =>
      tagsOf(`${add},${remove}`).length === 0 ? 'Enter a tag first.' : undefined,
    many: {
      route: bulk.tag,
      name: 'Tag',
      action: 'Save tags',
      question: (them) => `Tag ${them}`,
      consequence: 'Separate tags with commas.',
      done: 'tagged',
    },
  }),
  cancel: forMany(cancel, {
    route: bulk.cancel,
    name: 'Cancel',
    action: 'Cancel orders',
    question: (them) => `Cancel ${them}?`,
    consequence:
      'Their reserved stock goes to waiting orders first. Cancelled orders can’t be reopened.',
    why: 'None of these orders can be cancelled.',
    done: 'cancelled',
  }),
}

/** Buttons for the bar of selected orders. */
export const OrdersSelected = ({ many }: { many: Many }) => (
  <ManyButtons steps={manyOrderSteps} many={many} />
)
