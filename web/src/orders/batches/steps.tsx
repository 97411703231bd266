import { batches, type Batch } from '@stowage/contract/orders/batches'
import { lazyPart } from '../../app/lazy-part.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'

const AssignDialog = lazyPart(() => import('../picking/AssignDialog.tsx'), 'AssignDialog')

const step = stepsOf<Batch>({ one: 'batch', many: 'batches' })

export const batchSteps = {
  assign: step({
    states: ['open', 'in_progress'],
    one: {
      route: batches.assign,
      name: 'Assign',
      own: ({ slug, of, saving, error, onSubmit, onClose }) => (
        <AssignDialog
          slug={slug}
          noun="batch"
          count={of.number}
          isSaving={saving}
          error={error}
          onAssign={({ id }) => onSubmit({ memberId: id })}
          onClose={onClose}
        />
      ),
      done: ({ batch: { number, assignedTo, assignedToName } }) =>
        assignedTo === null ? `${number} is free` : `${number} is assigned to ${assignedToName}`,
    },
  }),
  cancel: step({
    states: ['open'],
    one: {
      route: batches.cancel,
      name: 'Cancel batch',
      busy: 'Cancelling…',
      question: ({ number }) => `Cancel batch ${number}?`,
      consequence: 'Its tasks can be picked one by one, or batched again.',
      isFinal: true,
      done: (_, { number }) => `${number} was cancelled`,
    },
  }),
  complete: step({
    states: ['in_progress'],
    one: {
      route: batches.complete,
      name: 'Complete batch',
      busy: 'Completing…',
      question: ({ number }) => `Complete batch ${number}?`,
      consequence: 'What is not picked leaves the batch and can be picked by anyone.',
      isFinal: true,
      done: (_, { number }) => `${number} was completed`,
    },
  }),
}
