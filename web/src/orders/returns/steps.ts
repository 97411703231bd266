import { returns, type CustomerReturn } from '@stowage/contract/orders/returns'
import { reasonField, stepsOf } from '../../workspace/steps/steps.ts'

const fields = () => [reasonField(500)]
const consequence = 'Its items can be announced again.'

const step = stepsOf<CustomerReturn>({ one: 'return', many: 'returns' })

export const returnSteps = {
  authorize: step({
    states: ['requested'],
    look: 'primary',
    one: {
      route: returns.authorize,
      name: 'Authorize return',
      busy: 'Authorizing…',
      done: (_, { number }) => `${number} was authorized`,
    },
  }),
  inspect: step({
    states: ['received'],
    one: {
      route: returns.inspect,
      name: 'Decide later',
      body: { lines: [] },
      done: (_, { number }) => `${number} was inspected`,
    },
  }),
  close: step({
    states: ['inspected'],
    look: 'primary',
    one: {
      route: returns.close,
      name: 'Close return',
      busy: 'Closing…',
      why: ({ lines }) => {
        const undecided = lines.find(({ items }) => items.some((item) => item.undecided !== '0'))
        return undecided && `Decide what becomes of ${undecided.sku} first.`
      },
      done: (_, { number }) => `${number} was closed`,
    },
  }),
  refund: step({
    one: {
      route: returns.requestRefund,
      when: ({ receivedAt }) => receivedAt !== null,
      name: 'Request refund',
      busy: 'Requesting…',
      why: ({ refundState }) =>
        refundState === 'requested' ? 'The refund was requested.' : undefined,
      done: (_, { number }) => `Refund of ${number} was requested`,
    },
  }),
  reject: step({
    states: ['requested'],
    look: 'danger',
    fields,
    one: {
      route: returns.reject,
      name: 'Reject',
      action: 'Reject return',
      question: ({ number }) => `Reject ${number}?`,
      consequence,
      done: (_, { number }) => `${number} was rejected`,
    },
  }),
  cancel: step({
    states: ['requested', 'authorized'],
    look: 'danger',
    fields,
    one: {
      route: returns.cancel,
      name: 'Cancel return',
      question: ({ number }) => `Cancel ${number}?`,
      consequence,
      done: (_, { number }) => `${number} was cancelled`,
    },
  }),
}
