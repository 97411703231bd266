import { shipping, type Shipment } from '@stowage/contract/orders/shipping'
import { lazyPart } from '../../app/lazy-part.ts'
import { reasonField, stepsOf } from '../../workspace/steps/steps.ts'

const EditSending = lazyPart(() => import('./EditSending.tsx'), 'EditSending')

const whatWentWrong = () => [reasonField(500, 'What went wrong')]

const step = stepsOf<Shipment>({ one: 'shipment', many: 'shipments' })

export const shipmentSteps = {
  deliver: step({
    states: ['shipped', 'exception'],
    one: {
      route: shipping.deliver,
      name: 'Delivered',
      done: (_, { number }) => `${number} was delivered`,
    },
  }),
  edit: step({
    states: ['shipped', 'delivered', 'exception', 'lost', 'returned'],
    one: {
      route: shipping.update,
      name: 'Edit shipment',
      own: (props) => <EditSending {...props} />,
      done: (_, { number }) => `${number} was saved`,
    },
  }),
  exception: step({
    states: ['shipped'],
    fields: whatWentWrong,
    one: {
      route: shipping.exception,
      name: 'Exception',
      action: 'Save exception',
      question: ({ number }) => `Exception ${number}`,
      done: (_, { number }) => `${number} has an exception`,
    },
  }),
  return: step({
    states: ['exception'],
    fields: whatWentWrong,
    one: {
      route: shipping.return,
      name: 'Returned',
      action: 'Mark as returned',
      question: ({ number }) => `Returned shipment ${number}`,
      consequence: 'No stock is moved. Receive what came back when it arrives.',
      done: (_, { number }) => `${number} came back`,
    },
  }),
  lose: step({
    states: ['exception'],
    fields: whatWentWrong,
    one: {
      route: shipping.lose,
      name: 'Lost',
      action: 'Mark as lost',
      question: ({ number }) => `Lost shipment ${number}`,
      done: (_, { number }) => `${number} is lost`,
    },
  }),
  void: step({
    states: ['shipped'],
    look: 'danger',
    fields: () => [reasonField(500)],
    one: {
      route: shipping.void,
      name: 'Void',
      action: 'Void shipment',
      why: ({ manifestId }) => (manifestId === null ? undefined : 'Its carrier already took it.'),
      question: ({ number }) => `Void shipment ${number}`,
      consequence:
        'The stock is back in the stage location, reserved for its order. The fulfillment is packed again.',
      done: (_, { number }) => `${number} was voided`,
    },
  }),
}
