import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { lazyPart } from '../../app/lazy-part.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'

const UndoDialog = lazyPart(() => import('../stock-views/UndoDialog.tsx'), 'UndoDialog')

const displacing = { action: 'Post and let these orders wait', right: 'stock.unreserve' } as const

const step = stepsOf<Adjustment>({ one: 'adjustment', many: 'adjustments' })

export const adjustmentSteps = {
  submit: step({
    states: ['draft'],
    look: 'primary',
    one: {
      route: adjustments.submit,
      name: 'Post adjustment',
      busy: 'Posting…',
      displacing,
    },
  }),
  approve: step({
    states: ['pending_approval'],
    look: 'primary',
    one: {
      route: adjustments.approve,
      name: 'Approve and post',
      busy: 'Approving…',
      done: (_, { number }) => `${number} is approved and posted`,
      displacing,
    },
  }),
  reject: step({
    states: ['pending_approval'],
    one: {
      route: adjustments.reject,
      name: 'Reject',
      busy: 'Rejecting…',
      done: (_, { number }) => `${number} was returned to draft`,
    },
  }),
  reverse: step({
    states: ['posted'],
    one: {
      route: adjustments.reverse,
      name: 'Reverse adjustment',
      own: ({ slug, of, saving, error, onSubmit, onClose }) =>
        of.moveId !== null && (
          <UndoDialog
            slug={slug}
            moveId={of.moveId}
            title={`Reverse ${of.number}?`}
            consequence="Opposite entries are posted to restore the earlier quantities. Both stay in the stock history."
            action="Reverse adjustment"
            undo={{ isPending: saving, error }}
            fallback="Couldn’t reverse the adjustment"
            onUndo={onSubmit}
            onClose={onClose}
          />
        ),
      done: (_, { number }) => `${number} was reversed`,
    },
  }),
  cancel: step({
    states: ['draft'],
    look: 'danger',
    one: {
      route: adjustments.cancel,
      name: 'Cancel adjustment',
      question: ({ number }) => `Cancel ${number}?`,
      consequence:
        'Stock doesn’t change. The adjustment stays in the list as cancelled and can’t be reopened.',
      isFinal: true,
    },
  }),
}
