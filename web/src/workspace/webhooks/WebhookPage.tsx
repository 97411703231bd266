import { webhooks, type IssuedWebhook, type Webhook } from '@stowage/contract/workspace/webhooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load, useAction } from '../../app/api.ts'
import { formatEvent } from '../../app/format.ts'
import { badge } from '../../parts/columns.tsx'
import { Confirm } from '../../parts/Confirm.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../member.ts'
import { useCan } from '../rights.ts'
import { issuedIn } from '../secrets.ts'
import { Steps } from '../steps/Steps.tsx'
import { useRowSteps } from '../steps/use-row-steps.tsx'
import { usePaths } from '../warehouses.ts'
import { Deliveries } from './Deliveries.tsx'
import { testStep, webhookSteps } from './steps.tsx'
import { countWords, hostOf, stateOf, typesWords } from './words.ts'

const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

const route = getRouteApi('/$platform/app/settings/webhooks/$webhookId')

/** One webhook: what can be done with it, and what was sent to it. */
export default function WebhookPage() {
  const { platform: slug, webhookId } = route.useParams()
  const { why } = useCan()
  const mayNotSee = why(webhooks.get)
  const { data, error, refetch } = useQuery({
    ...load(webhooks.get, { params: { slug, webhookId } }),
    enabled: mayNotSee === undefined,
  })
  const webhook = data?.webhook
  return (
    <Page
      title={webhook ? hostOf(webhook) : 'Webhook'}
      site={useWorkspaceName(slug)}
      actions={webhook && <Actions slug={slug} webhook={webhook} />}
    >
      {mayNotSee && (
        <EmptyState title="You don’t have permission to see webhooks">{mayNotSee}</EmptyState>
      )}
      {error && (
        <ErrorBox
          error={error}
          fallback="Couldn’t load the webhook"
          onRetry={() => void refetch()}
        />
      )}
      {!mayNotSee && !webhook && !error && <Spinner />}
      {webhook && (
        <>
          <Details webhook={webhook} />
          <Deliveries slug={slug} webhookId={webhookId} />
        </>
      )}
    </Page>
  )
}

function Details({ webhook }: { webhook: Webhook }) {
  const { url, description, types, dead, waiting, previousUntil } = webhook
  return (
    <Facts
      of={{
        URL: url,
        State: badge(stateOf(webhook)),
        Events: typesWords(types),
        Description: description || '-',
        Waiting: countWords(waiting),
        'Given up': dead > 0 ? <StateBadge state="bad">{countWords(dead)}</StateBadge> : 'None',
        'Previous secret signs until': previousUntil && formatEvent(previousUntil),
      }}
    />
  )
}

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
