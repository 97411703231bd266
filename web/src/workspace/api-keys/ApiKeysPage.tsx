import { apiKeys, type ApiKey, type IssuedKey } from '@stowage/contract/workspace/api-keys'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { load } from '../../app/api.ts'
import { formatDay, formatEvent } from '../../app/format.ts'
import { actions } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../member.ts'
import { useCan } from '../rights.ts'
import { issuedIn } from '../secrets.ts'
import { useRowSteps } from '../steps/use-row-steps.tsx'
import { useSlug, useWarehouse } from '../warehouses.ts'
import { apiKeySteps } from './steps.ts'
import { stateOf } from './words.ts'

const NewKeyDialog = lazyPart(() => import('./NewKeyDialog.tsx'), 'NewKeyDialog')
const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

export default function ApiKeysPage() {
  const slug = useSlug()
  const { why } = useCan()
  const mayNotSee = why(apiKeys.list)
  const found = useQuery({
    ...load(apiKeys.list, { params: { slug } }),
    enabled: mayNotSee === undefined,
  })
  const { data, error } = found
  const [layer, setLayer] = useState<'create' | IssuedKey>()
  const { menu, problem, dialog } = useRowSteps({
    steps: apiKeySteps,
    rows: data?.items ?? [],
    name: ({ name }) => name,
    // A rotation has a new secret to show.
    onDone: (reply) => setLayer(issuedIn<IssuedKey>(reply)),
  })
  const columns = useColumns(menu)
  const close = () => setLayer(undefined)
  const create = (
    <Button look="primary" why={why(apiKeys.create)} onClick={() => setLayer('create')}>
      Create API key
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <Page title="API keys" site={useWorkspaceName(slug)} actions={!isEmpty && create}>
      {mayNotSee && (
        <EmptyState title="You don’t have permission to see API keys">{mayNotSee}</EmptyState>
      )}
      <ReadError of={found} fallback="Couldn’t load API keys" />
      {problem}
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
        {layer === 'create' && <NewKeyDialog onDone={setLayer} onClose={close} />}
        {typeof layer === 'object' && <SecretDialog slug={slug} issued={layer} onClose={close} />}
      </Suspense>
      {dialog}
    </Page>
  )
}

function useColumns(menu: (apiKey: ApiKey) => ReactNode) {
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
      actions(menu),
    ]
  }, [all, menu])
}
