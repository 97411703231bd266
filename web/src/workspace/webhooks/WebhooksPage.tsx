import { webhooks, type IssuedWebhook, type Webhook } from '@stowage/contract/workspace/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { formatEvent } from '../../app/format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Link } from '../../parts/Link.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useWorkspaceName } from '../member.ts'
import type { WorkspacePaths } from '../paths.ts'
import { useCan } from '../rights.ts'
import { usePaths, useSlug } from '../warehouses.ts'
import { countWords, hostOf, stateOf, typesWords } from './words.ts'

const WebhookDialog = lazyPart(() => import('./WebhookDialog.tsx'), 'WebhookDialog')
const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

const columnsOf = (paths: WorkspacePaths): Column<Webhook>[] => [
  {
    header: 'Receiver',
    cell: (webhook) => (
      <Link className="link wrap-anywhere" href={paths.webhook(webhook.id)}>
        {hostOf(webhook)}
      </Link>
    ),
  },
  {
    header: 'State',
    cell: (webhook) => (
      <StateBadge state={stateOf(webhook).look}>{stateOf(webhook).word}</StateBadge>
    ),
  },
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
  { header: 'Last delivery', cell: (webhook) => <LastAttempt webhook={webhook} /> },
  {
    header: 'Events',
    wide: true,
    cell: ({ types }) => <span className="wrap-anywhere">{typesWords(types)}</span>,
  },
  {
    header: 'Description',
    wide: true,
    cell: ({ description }) => <span className="wrap-anywhere">{description || '-'}</span>,
  },
]

function LastAttempt({ webhook: { lastAttemptAt, lastAttemptOk } }: { webhook: Webhook }) {
  if (!lastAttemptAt) return 'Never'
  return lastAttemptOk ? (
    formatEvent(lastAttemptAt)
  ) : (
    <span className="text-bad-ink">{`Failed ${formatEvent(lastAttemptAt)}`}</span>
  )
}

/** Where events of the workspace are sent. */
export default function WebhooksPage() {
  const slug = useSlug()
  const paths = usePaths()
  const { why } = useCan()
  const mayNotSee = why(webhooks.list)
  const { data, error, refetch } = useQuery({
    ...load(webhooks.list, { params: { slug } }),
    enabled: mayNotSee === undefined,
  })
  const [layer, setLayer] = useState<'add' | IssuedWebhook>()
  const columns = useMemo(() => columnsOf(paths), [paths])
  const close = () => setLayer(undefined)
  const add = (
    <Button look="primary" why={why(webhooks.create)} onClick={() => setLayer('add')}>
      Add webhook
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <Page title="Webhooks" site={useWorkspaceName(slug)} actions={!isEmpty && !mayNotSee && add}>
      {mayNotSee && (
        <EmptyState title="You don’t have permission to see webhooks">{mayNotSee}</EmptyState>
      )}
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load webhooks" onRetry={() => void refetch()} />
      )}
      {!mayNotSee && !(error && !data) && (
        <DataTable
          caption="Webhooks"
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          empty={
            <EmptyState title="No webhooks yet" action={add}>
              Send events of this workspace to another system.
            </EmptyState>
          }
        />
      )}
      <Suspense>
        {layer === 'add' && <WebhookDialog onDone={setLayer} onClose={close} />}
        {typeof layer === 'object' && <SecretDialog issued={layer} onClose={close} />}
      </Suspense>
    </Page>
  )
}
