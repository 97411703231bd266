import { orders, type Order } from '@stowage/contract/orders/orders'
import { releases } from '@stowage/contract/orders/fulfillment-releases'
import { formatCount } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { policyOptionsOr } from '../../warehouse/settings/pick-policies.ts'
import { reasonField, stepsOf, type Field, type Noun } from '../../workspace/steps/steps.ts'
import { leftText } from '../fulfillments/words.ts'
import { putBackText } from './put-back.ts'
import { holdOptions, isReleased, modeOptions } from './words.ts'

const EditOrderDialog = lazyPart(() => import('./EditOrderDialog.tsx'), 'EditOrderDialog')
const OrderPutBack = lazyPart(() => import('./OrderPutBack.tsx'), 'OrderPutBack')

/** Checks whether an order has reserved stock that is not released for picking. */
const hasUnreleased = ({ lines }: Order) =>
  lines.some(({ claims }) => claims.some(({ promised, allocated }) => promised !== allocated))

export const releasable = ['confirmed', 'released', 'in_fulfillment', 'partially_shipped'] as const
const reason = reasonField(200)
const toPutBack: Field<Order, 'nothing'> = {
  kind: 'part',
  name: 'nothing',
  draw: ({ slug, of }) => <OrderPutBack slug={slug} order={of} />,
}

export const noun: Noun = {
  one: 'order',
  many: 'orders',
  href: (id, paths) => paths.order(id),
}
const step = stepsOf<Order>(noun)

export const orderSteps = {
  confirm: step({
    states: ['draft'],
    look: 'primary',
    fields: (order) => [
      order && {
        kind: 'select',
        name: 'mode',
        label: 'If items are out of stock',
        options: [{ value: '', label: `Channel default (${order.channel})` }, ...modeOptions],
      },
    ],
    one: {
      route: orders.confirm,
      name: 'Confirm order',
      question: ({ number }) => `Confirm ${number}?`,
      consequence: 'Stock is reserved for its lines.',
      done: ({ order: { number, reservationState } }) =>
        reservationState === 'full'
          ? `${number} was confirmed, all lines are reserved`
          : `${number} was confirmed, some lines wait for stock`,
    },
  }),
  release: step({
    states: releasable,
    look: 'primary',
    fields: (order) => [
      {
        kind: 'select',
        name: 'policy',
        label: 'Pick policy',
        options: policyOptionsOr('Default of each warehouse'),
      },
      order?.shipComplete && {
        kind: 'check',
        name: 'shipShort',
        right: 'order.ship_short',
        label: 'Release a part if the rest can’t be picked, although the order ships complete',
      },
    ],
    one: {
      route: releases.release,
      when: (order) => order.state === 'confirmed' || hasUnreleased(order),
      name: ({ state }) => (state === 'confirmed' ? 'Release order' : 'Release the rest'),
      action: 'Release order',
      question: ({ number }) => `Release ${number} for picking?`,
      consequence:
        'A location is chosen for each item. Lines and prices can’t be edited while the order is released.',
      done: ({ fulfillments: made, left }, { number }) => {
        const parts =
          made.length === 1 ? '1 fulfillment' : `${formatCount(made.length)} fulfillments`
        const rest = left.length > 0 ? `. Not released: ${left.map(leftText).join(', ')}` : ''
        return `${number} was released, ${parts} to pick${rest}`
      },
    },
  }),
  unrelease: step({
    states: ['released'],
    one: {
      route: releases.unrelease,
      name: 'Unrelease',
      busy: 'Unreleasing…',
      done: (_, { number }) => `${number} is no longer released`,
    },
  }),
  edit: step({
    one: {
      route: orders.update,
      name: 'Edit order',
      own: (props) => <EditOrderDialog {...props} />,
      done: (_, { number }) => `${number} was saved`,
    },
  }),
  hold: step({
    states: ['confirmed', 'released'],
    fields: () => [
      { kind: 'select', name: 'kind', label: 'Reason', initial: 'manual', options: holdOptions },
      { kind: 'note', name: 'note', label: 'Note', max: 1000 },
    ],
    one: {
      route: orders.hold,
      name: 'Put on hold',
      question: ({ number }) => `Put ${number} on hold?`,
      consequence:
        'It keeps its reserved stock. Nothing is picked for it until the hold is released.',
      done: (_, { number }) => `${number} is on hold`,
    },
  }),
  releaseHold: step({
    states: ['on_hold'],
    one: {
      route: orders.releaseHold,
      name: 'Release hold',
      busy: 'Releasing…',
      done: (_, { number }) => `${number} is no longer on hold`,
    },
  }),
  cancel: step({
    states: ['draft', 'confirmed', 'on_hold', 'released', 'in_fulfillment'],
    look: 'danger',
    fields: (order) => [order && isReleased(order.state) && toPutBack, reason],
    one: {
      route: orders.cancel,
      name: 'Cancel order',
      question: ({ number }) => `Cancel ${number}?`,
      consequence:
        'Its reserved stock goes to waiting orders first. A cancelled order can’t be reopened.',
      done: ({ putBack }, { number }) => `${number} was cancelled${putBackText(putBack)}`,
    },
  }),
  closeShort: step({
    states: ['partially_shipped'],
    look: 'danger',
    fields: (order) => [order && isReleased(order.state) && toPutBack, reason],
    one: {
      route: orders.closeShort,
      name: 'Close short',
      action: 'Close order short',
      question: ({ number }) => `Close short ${number}?`,
      consequence:
        'What was not shipped is cancelled, and its stock goes to waiting orders first. The order can’t be reopened.',
      done: ({ putBack }, { number }) => `${number} was closed short${putBackText(putBack)}`,
    },
  }),
}
