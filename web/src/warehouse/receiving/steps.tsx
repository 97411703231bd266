import { receiving, type Receipt } from '@stowage/contract/warehouse/receiving'
import { lazyPart } from '../../app/lazy-part.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'

const ReverseReceipt = lazyPart(() => import('./ReverseReceipt.tsx'), 'ReverseReceipt')

const step = stepsOf<Receipt>({
  one: 'receipt',
  many: 'receipts',
})

export const receiptSteps = {
  complete: step({
    states: ['open'],
    look: 'primary',
    one: {
      route: receiving.complete,
      name: 'Complete receipt',
      busy: 'Completing…',
      why: ({ lines }) => (lines.length === 0 ? 'Add a line first.' : undefined),
      done: (_, { number }) => `${number} is in stock`,
    },
  }),
  reverse: step({
    states: ['completed'],
    one: {
      route: receiving.reverse,
      name: 'Correct receipt',
      own: (props) => <ReverseReceipt {...props} />,
      done: ({ receipt: { number, state } }) =>
        state === 'reversed' ? `${number} was reversed` : `${number} was corrected`,
    },
  }),
  cancel: step({
    states: ['open'],
    look: 'danger',
    one: {
      route: receiving.cancel,
      name: 'Cancel receipt',
      question: ({ number }) => `Cancel ${number}?`,
      consequence:
        'No stock is received. The receipt stays in the list as cancelled and can’t be reopened.',
      isFinal: true,
    },
  }),
}
