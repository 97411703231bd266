import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../noun.ts'

export const paths = (at: At) => ({
  webhooks: at('settings/webhooks'),
  webhook: (id: string) => at(`settings/webhooks/${encodeURIComponent(id)}`),
})

export const topics: Topics = {
  'settings/webhooks': {
    title: 'Webhooks',
    about: 'Webhooks send events of this workspace to other systems.',
    tasks: [
      'To receive events, add a webhook and choose which ones to send.',
      'To stop sending temporarily, pause it. Events are kept and sent when you resume it.',
      'To replace the secret without an outage, rotate it with an overlap.',
    ],
  },
  'settings/webhooks/$webhookId': {
    title: 'Webhook',
    about: 'The deliveries of one webhook, with requests and responses.',
    tasks: [
      'To check the connection, send a test event.',
      'To see the request and the response, open a delivery.',
      'To send an event again, open its delivery and select Send again.',
    ],
  },
}

export const webhooks = {
  pages: ['settings/webhooks', 'settings/webhooks/$webhookId'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'Webhooks', page: 'settings/webhooks', needs: 'webhook.read' }],
} satisfies Noun
