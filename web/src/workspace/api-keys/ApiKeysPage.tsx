import { apiKeys, type ApiKey, type IssuedKey } from '@stowage/contract/workspace/api-keys'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load, useAction } from '../../app/api.ts'
import { formatDay, formatEvent } from '../../app/format.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { More } from '../../ui/More.tsx'
import { toast } from '../../ui/toast.ts'
import { useWorkspaceName } from '../member.ts'
import { useCan } from '../rights.ts'
import { useSlug, useWarehouse } from '../warehouses.ts'
import { stateOf } from './words.ts'

const NewKeyDialog = lazyPart(() => import('./NewKeyDialog.tsx'), 'NewKeyDialog')
const RotateDialog = lazyPart(() => import('./RotateDialog.tsx'), 'RotateDialog')
const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

/** What is open over the list. */
type Layer =
  | { step: 'create' }
  | { step: 'rotate' | 'revoke'; apiKey: ApiKey }
  | { step: 'secret'; issued: IssuedKey }

export default function ApiKeysPage() {
  const slug = useSlug()
  const { why } = useCan()
  const mayNotSee = why(apiKeys.list)
  const { data, error, refetch } = useQuery({
    ...load(apiKeys.list, { params: { slug } }),
    enabled: mayNotSee === undefined,
  })
  const [layer, setLayer] = useState<Layer>()
  const revoke = useAction(apiKeys.revoke)
  const whyNot = why(apiKeys.create)
  const columns = useColumns(whyNot, setLayer)
  const close = () => setLayer(undefined)
  const show = (issued: IssuedKey) => setLayer({ step: 'secret', issued })
  const create = (
    <Button look="primary" why={whyNot} onClick={() => setLayer({ step: 'create' })}>
      Create API key
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <Page title="API keys" site={useWorkspaceName(slug)} actions={!isEmpty && create}>
      {mayNotSee && (
        <EmptyState title="You don’t have permission to see API keys">{mayNotSee}</EmptyState>
      )}
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load API keys" onRetry={() => void refetch()} />
      )}
      {revoke.error && <ErrorBox error={revoke.error} fallback="Couldn’t revoke the key" />}
      {!mayNotSee && !(error && !data) && (
        <DataTable
          caption="API keys"
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          empty={
            <EmptyState title="No API keys yet" action={create}>
              Connect a shop or another program to this workspace.
            </EmptyState>
          }
        />
      )}
      <Suspense>
        {layer?.step === 'create' && <NewKeyDialog slug={slug} onIssued={show} onClose={close} />}
        {layer?.step === 'rotate' && (
          <RotateDialog slug={slug} apiKey={layer.apiKey} onIssued={show} onClose={close} />
        )}
        {layer?.step === 'secret' && (
          <SecretDialog slug={slug} issued={layer.issued} onClose={close} />
        )}
      </Suspense>
      {layer?.step === 'revoke' && (
        <Confirm
          title={`Revoke ${layer.apiKey.name}?`}
          consequence="Programs that use this key stop working immediately. This can’t be undone."
          action="Revoke key"
          onCancel={close}
          onConfirm={() => {
            close()
            revoke.mutate(
              { params: { slug, keyId: layer.apiKey.id } },
              { onSuccess: ({ apiKey }) => toast(`${apiKey.name} was revoked`) },
            )
          }}
        />
      )}
    </Page>
  )
}

function useColumns(whyNot: string | undefined, open: (layer: Layer) => void) {
  const { all } = useWarehouse()
  return useMemo((): Column<ApiKey>[] => {
    const codeOf = (id: string) => all?.find((site) => site.id === id)?.code ?? 'Other'
    return [
      { header: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
      {
        header: 'State',
        cell: (key) => <StateBadge state={stateOf(key).look}>{stateOf(key).word}</StateBadge>,
      },
      {
        header: 'Key',
        cell: ({ prefix }) => <code className="font-mono text-xs">{`stw_${prefix}_…`}</code>,
      },
      { header: 'Permissions', cell: ({ permissions }) => permissions.length, wide: true },
      {
        header: 'Warehouses',
        cell: ({ warehouseIds }) => warehouseIds?.map(codeOf).join(', ') ?? 'All',
        wide: true,
      },
      { header: 'Created by', cell: ({ createdByName }) => createdByName ?? '-', wide: true },
      {
        header: 'Last used',
        cell: ({ lastUsedAt }) => (lastUsedAt ? formatEvent(lastUsedAt) : 'Never'),
      },
      { header: 'Expires', cell: ({ expiresAt }) => (expiresAt ? formatDay(expiresAt) : 'Never') },
      {
        header: 'Actions',
        hideHeader: true,
        align: 'end',
        cell: (apiKey) =>
          stateOf(apiKey).word === 'Active' && (
            <More name={apiKey.name}>
              <MenuEntry
                why={whyNot}
                label={`Rotate ${apiKey.name}`}
                onClick={() => open({ step: 'rotate', apiKey })}
              >
                Rotate
              </MenuEntry>
              <MenuEntry
                why={whyNot}
                label={`Revoke ${apiKey.name}`}
                onClick={() => open({ step: 'revoke', apiKey })}
              >
                Revoke
              </MenuEntry>
            </More>
          ),
      },
    ]
  }, [all, whyNot, open])
}
