import { warehouseRights, type WarehousePermission } from '@stowage/contract/member-permissions'
import { keyPermissions, type ApiKey } from '@stowage/contract/workspace/api-keys'
import { apiUrl } from '../../app/paths.ts'
import { pluralOf, sentenceOf } from '../../app/words.ts'
import type { StateWord } from '../../parts/StateBadge.tsx'

/** Names of areas that are not the plural of their word. */
const areaNames: Readonly<Record<string, string>> = {
  platform: 'Workspace',
  catalog: 'Products',
  stock: 'Stock',
  receipt: 'Receiving',
  pick: 'Pick',
  pack: 'Pack',
  ship: 'Ship',
  print: 'Labels',
}

/** Permissions by the area they begin with. */
export const permissionGroups = [
  ...Map.groupBy(keyPermissions, (permission) => permission.split('.')[0] ?? ''),
].map(([area, permissions]) => ({
  name: areaNames[area] ?? pluralOf(sentenceOf(area)),
  permissions,
}))

export const permissionWords = (permission: WarehousePermission) =>
  sentenceOf(warehouseRights[permission])

export function stateOf({ revokedAt, expiresAt }: ApiKey): StateWord {
  if (revokedAt) return { word: 'Revoked', look: 'none' }
  if (expiresAt && new Date(expiresAt) <= new Date()) return { word: 'Expired', look: 'bad' }
  return { word: 'Active', look: 'ok' }
}

/** The first of these to write and the first to read that a key may call are shown. */
const examples: readonly {
  needs: WarehousePermission
  path: string
  body?: (sku: string) => object
}[] = [
  {
    needs: 'order.create',
    path: 'orders',
    body: (sku) => ({ lines: [{ sku, qty: '1' }] }),
  },
  { needs: 'order.read', path: 'orders' },
  { needs: 'catalog.product.read', path: 'catalog/products' },
  { needs: 'stock.read', path: 'stock/levels' },
  { needs: 'location.read', path: 'warehouses' },
]

/** Between single quotes of a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

type Issued = { slug: string; apiKey: ApiKey; secret: string }

/** Returns commands that call the API with this secret: one to write, if the key may, and one to read. */
export function curlExamples({ slug, apiKey: { permissions }, secret }: Issued, sku: string) {
  const allowed = examples.filter(({ needs }) => permissions.includes(needs))
  const chosen = [allowed.find(({ body }) => body), allowed.find(({ body }) => !body)]
  return chosen.flatMap((example) => {
    if (!example) return []
    const { path, body } = example
    const parts = [
      `curl ${apiUrl(slug)}/${path}`,
      `-H 'Authorization: Bearer ${secret}'`,
      ...(body
        ? [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body(sku)))}`]
        : []),
    ]
    return [parts.join(' \\\n  ')]
  })
}
