import { deliveries } from '@stowage/contract/workspace/deliveries'
import { webhooks, type IssuedWebhook, type Webhook } from '@stowage/contract/workspace/webhooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load, useAction } from '../../app/api.ts'
import { formatEvent } from '../../app/format.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Fact, Facts } from '../../parts/Facts.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { More } from '../../ui/More.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../member.ts'
import { useCan } from '../rights.ts'
import { usePaths } from '../warehouses.ts'
import { Deliveries } from './Deliveries.tsx'
import { countWords, hostOf, stateOf, typesWords } from './words.ts'

const WebhookDialog = lazyPart(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const RotateDialog = lazyPart(() => import('./RotateDialog.tsx'), 'RotateDialog')
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
  const { word, look } = stateOf(webhook)
  const { url, description, types, dead, waiting, previousUntil } = webhook
  return (
    <Facts>
      <Fact label="URL">{url}</Fact>
      <Fact label="State">
        <StateBadge state={look}>{word}</StateBadge>
      </Fact>
      <Fact label="Events">{typesWords(types)}</Fact>
      <Fact label="Description">{description || '-'}</Fact>
      <Fact label="Waiting">{countWords(waiting)}</Fact>
      <Fact label="Given up">
        {dead > 0 ? <StateBadge state="bad">{countWords(dead)}</StateBadge> : 'None'}
      </Fact>
      {previousUntil && (
        <Fact label="Previous secret signs until">{formatEvent(previousUntil)}</Fact>
      )}
    </Facts>
  )
}

type Layer = 'edit' | 'rotate' | 'remove' | IssuedWebhook

function Actions({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const paths = usePaths()
  const navigate = useNavigate()
  const whyNot = useCan().why(webhooks.update)
  const [layer, setLayer] = useState<Layer>()
  const update = useAction(webhooks.update)
  const remove = useAction(webhooks.remove)
  const sendTest = useAction(deliveries.test)
  const params = { slug, webhookId: webhook.id }
  const isPaused = webhook.state === 'paused'
  const close = () => setLayer(undefined)
  const onError = (error: Error) => toast(error.message)
  return (
    <>
      <Button
        why={whyNot ?? (isPaused ? 'Resume the webhook first' : undefined)}
        busy={sendTest.isPending && 'Sending…'}
        onClick={() =>
          sendTest.mutate(
            { params },
            { onSuccess: () => toast('Test event is on its way'), onError },
          )
        }
      >
        Send test event
      </Button>
      <More name={hostOf(webhook)}>
        <MenuEntry why={whyNot} onClick={() => setLayer('edit')}>
          Edit
        </MenuEntry>
        <MenuEntry
          why={whyNot}
          onClick={() =>
            update.mutate(
              { params, body: { state: isPaused ? 'active' : 'paused' } },
              {
                onSuccess: ({ webhook: { state } }) =>
                  toast(state === 'paused' ? 'Webhook paused' : 'Webhook resumed'),
                onError,
              },
            )
          }
        >
          {isPaused ? 'Resume' : 'Pause'}
        </MenuEntry>
        <MenuEntry why={whyNot} onClick={() => setLayer('rotate')}>
          Rotate secret
        </MenuEntry>
        <MenuEntry why={whyNot} onClick={() => setLayer('remove')}>
          Remove
        </MenuEntry>
      </More>
      <Suspense>
        {layer === 'edit' && <WebhookDialog slug={slug} webhook={webhook} onClose={close} />}
        {layer === 'rotate' && (
          <RotateDialog slug={slug} webhook={webhook} onIssued={setLayer} onClose={close} />
        )}
        {typeof layer === 'object' && <SecretDialog issued={layer} onClose={close} />}
      </Suspense>
      {layer === 'remove' && (
        <Confirm
          title={`Remove ${hostOf(webhook)}?`}
          consequence="Events are no longer sent to it, and waiting events are discarded. This can’t be undone."
          action="Remove webhook"
          onCancel={close}
          onConfirm={() => {
            close()
            remove.mutate(
              { params },
              {
                onSuccess: () => {
                  toast(`${hostOf(webhook)} was removed`)
                  void navigate({ href: paths.webhooks })
                },
                onError,
              },
            )
          }}
        />
      )}
    </>
  )
}
