import { webhooks, type IssuedWebhook, type Webhook } from '@stowage/contract/workspace/webhooks'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState, type FunctionComponent } from 'react'
import { useAction } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { badge } from '../../parts/columns.tsx'
import { Confirm } from '../../parts/Confirm.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { toast } from '../../ui/toast.ts'
import { documentPage } from '../document-page.tsx'
import { useCan } from '../rights.ts'
import { issuedIn } from '../secrets.ts'
import { Steps } from '../steps/Steps.tsx'
import { useRowSteps } from '../steps/use-row-steps.tsx'
import { usePaths } from '../warehouses.ts'
import { Deliveries } from './Deliveries.tsx'
import { testStep, webhookSteps } from './steps.tsx'
import { countWords, hostOf, stateOf, typesWords } from './words.ts'

const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

/** One webhook: what can be done with it, and what was sent to it. */
const WebhookPage: FunctionComponent = documentPage({
  page: '/$platform/app/settings/webhooks/$webhookId',
  route: webhooks.get,
  name: 'webhook',
  rows: 'webhooks',
  title: hostOf,
  actions: (webhook, { slug }) => <Actions slug={slug} webhook={webhook} />,
  facts: (webhook, { zoned }) => ({
    URL: webhook.url,
    State: badge(stateOf(webhook)),
    Events: typesWords(webhook.types),
    Description: webhook.description || '-',
    Waiting: countWords(webhook.waiting),
    'Given up':
      webhook.dead > 0 ? <StateBadge state="bad">{countWords(webhook.dead)}</StateBadge> : 'None',
    'Previous secret signs until': webhook.previousUntil && zoned(webhook.previousUntil),
  }),
  body: ({ id }, { slug }) => <Deliveries slug={slug} webhookId={id} />,
})

export default WebhookPage

function Actions({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const paths = usePaths()
  const navigate = useNavigate()
  const { why } = useCan()
  const [isRemoving, setRemoving] = useState(false)
  const [issued, setIssued] = useState<IssuedWebhook>()
  const remove = useAction(webhooks.remove)
  const { menu, problem, dialog } = useRowSteps({
    steps: webhookSteps,
    rows: [webhook],
    name: hostOf,
    label: (word) => word,
    onDone: (reply) => setIssued(issuedIn<IssuedWebhook>(reply)),
  })
  return (
    <>
      <Steps steps={testStep} of={webhook} />
      {menu(
        webhook,
        <MenuEntry why={why(webhooks.remove)} onClick={() => setRemoving(true)}>
          Remove
        </MenuEntry>,
      )}
      {problem}
      {dialog}
      <Suspense>
        {issued && <SecretDialog created={issued} onClose={() => setIssued(undefined)} />}
      </Suspense>
      {isRemoving && (
        <Confirm
          title={`Remove ${hostOf(webhook)}?`}
          consequence="Events are no longer sent to it, and waiting events are discarded. This can’t be undone."
          action="Remove webhook"
          onCancel={() => setRemoving(false)}
          onConfirm={() => {
            setRemoving(false)
            remove.mutate(
              { params: { slug, webhookId: webhook.id } },
              {
                onSuccess: () => {
                  toast(`${hostOf(webhook)} was removed`)
                  void navigate({ href: paths.webhooks })
                },
                onError: (error) => toast(error.message),
              },
            )
          }}
        />
      )}
    </>
  )
}
