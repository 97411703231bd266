import { webhooks, type IssuedWebhook, type Webhook } from '@stowage/contract/workspace/webhooks'
import type { FunctionComponent } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { badge, nameLink, text } from '../../parts/columns.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { shortListPage } from '../short-list-page.tsx'
import { countWords, hostOf, stateOf, typesWords } from './words.ts'

const WebhookDialog = lazyPart(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

type LastProps = { webhook: Webhook; show: (at: string) => string }

function LastAttempt({ webhook: { lastAttemptAt, lastAttemptOk }, show }: LastProps) {
  if (!lastAttemptAt) return 'Never'
  return lastAttemptOk ? (
    show(lastAttemptAt)
  ) : (
    <span className="text-bad-ink">{`Failed ${show(lastAttemptAt)}`}</span>
  )
}

/** Lists the webhooks to which events of the workspace are sent. */
const WebhooksPage: FunctionComponent = shortListPage<typeof webhooks.list, IssuedWebhook>({
  route: webhooks.list,
  title: 'Webhooks',
  rows: 'webhooks',
  create: { name: 'Add webhook', route: webhooks.create, form: WebhookDialog },
  created: SecretDialog,
  columns: ({ paths, show }) => [
    nameLink('Receiver', (webhook) => [paths.webhook(webhook.id), hostOf(webhook)]),
    { header: 'State', cell: (webhook) => badge(stateOf(webhook)) },
    {
      header: 'Given up',
      cell: ({ dead }) =>
        dead > 0 ? (
          <StateBadge state="bad">{`${countWords(dead)} given up`}</StateBadge>
        ) : (
          <span className="text-muted">None</span>
        ),
    },
    { header: 'Waiting', align: 'end', cell: ({ waiting }) => countWords(waiting) },
    { header: 'Last delivery', cell: (webhook) => <LastAttempt webhook={webhook} show={show} /> },
    text('Events', ({ types }) => typesWords(types), { wide: true }),
    text('Description', ({ description }) => description, { wide: true }),
  ],
  none: 'Send events of this workspace to another system.',
})

export default WebhooksPage
