import { apiKeys, type ApiKey, type IssuedKey } from '@stowage/contract/workspace/api-keys'
import type { FunctionComponent } from 'react'
import { formatDay } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { badge, text, word } from '../../parts/columns.tsx'
import { issuedIn } from '../secrets.ts'
import { shortListPage } from '../short-list-page.tsx'
import { useRowSteps } from '../steps/use-row-steps.tsx'
import { apiKeySteps as steps } from './steps.ts'
import { stateOf } from './words.ts'

const NewKeyDialog = lazyPart(() => import('./NewKeyDialog.tsx'), 'NewKeyDialog')
const SecretDialog = lazyPart(() => import('./SecretDialog.tsx'), 'SecretDialog')

const name = (apiKey: ApiKey) => apiKey.name

const ApiKeysPage: FunctionComponent = shortListPage<typeof apiKeys.list, IssuedKey>({
  route: apiKeys.list,
  title: 'API keys',
  rows: 'API keys',
  create: { name: 'Create API key', route: apiKeys.create, form: NewKeyDialog },
  created: SecretDialog,
  columns: ({ warehouseOf, show }) => [
    text('Name', name),
    { header: 'State', cell: (apiKey) => badge(stateOf(apiKey)) },
    {
      header: 'Key',
      cell: ({ prefix }) => <code className="font-mono text-xs">{`stw_${prefix}_…`}</code>,
    },
    { header: 'Permissions', cell: ({ permissions }) => permissions.length, wide: true },
    word('Warehouses', ({ warehouseIds }) => warehouseIds?.map(warehouseOf).join(', ') ?? 'All', {
      wide: true,
    }),
    word('Created by', ({ createdByName }) => createdByName, { wide: true }),
    word('Last used', ({ lastUsedAt }) => (lastUsedAt ? show(lastUsedAt) : 'Never')),
    word('Expires', ({ expiresAt }) => (expiresAt ? formatDay(expiresAt) : 'Never')),
  ],
  // A rotation has a new secret to show.
  useRowMenu: (rows, onCreated) =>
    useRowSteps({ steps, rows, name, onDone: (reply) => onCreated(issuedIn<IssuedKey>(reply)) }),
  none: 'Connect a shop or another program to this workspace.',
})

export default ApiKeysPage
