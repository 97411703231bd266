import { deliveries } from '@stowage/contract/workspace/webhook-deliveries'
import { webhooks, type Webhook } from '@stowage/contract/workspace/webhooks'
import { lazyPart } from '../../app/lazy-part.ts'
import { overlapField } from '../secrets.ts'
import { stepsOf } from '../steps/steps.ts'

const WebhookDialog = lazyPart(() => import('./WebhookDialog.tsx'), 'WebhookDialog')

const step = stepsOf<Webhook>({
  one: 'webhook',
  many: 'webhooks',
})

export const testStep = {
  test: step({
    one: {
      route: deliveries.test,
      name: 'Send test event',
      busy: 'Sending…',
      why: ({ state }) => (state === 'paused' ? 'Resume the webhook first' : undefined),
      done: () => 'Test event is on its way',
    },
  }),
}

/** Steps of a webhook, without removing it. */
export const webhookSteps = {
  edit: step({
    one: {
      route: webhooks.update,
      name: 'Edit',
      own: ({ of, onClose }) => <WebhookDialog record={of} onClose={onClose} />,
    },
  }),
  pause: step({
    states: ['active'],
    one: {
      route: webhooks.update,
      name: 'Pause',
      body: { state: 'paused' },
      done: () => 'Webhook paused',
    },
  }),
  resume: step({
    states: ['paused'],
    one: {
      route: webhooks.update,
      name: 'Resume',
      body: { state: 'active' },
      done: () => 'Webhook resumed',
    },
  }),
  rotate: step({
    fields: () => [overlapField('Signs', 'signing')],
    one: {
      route: webhooks.rotateSecret,
      name: 'Rotate secret',
      question: () => 'Rotate the secret?',
      consequence: 'During the overlap, requests are signed with both secrets.',
      busy: 'Rotating…',
      fallback: 'Couldn’t rotate the secret',
    },
  }),
}
