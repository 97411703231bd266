import type { Route } from '@stowage/contract/route'

/** Stock, and its history. */
const stock = [
  'stock/adjustments',
  'stock/as-of',
  'stock/buckets',
  'stock/grid',
  'stock/ledger',
  'stock/levels',
  'stock/moves',
  'stock/reservations',
  'stock/variants',
]
/** Parts of a workspace that work with stock: each shows what the others did. */
const work = ['fulfillments', 'orders', 'packing', 'picking', 'returns', 'shipping', ...stock]
const sites = ['locations', 'warehouses', 'zones']
const everything = ['']

/**
 * The parts of the API whose reads a write changes, by the beginning of its path; the longest beginning counts. A write
 * that is not here changes the part it belongs to itself: the first word of its path.
 */
export const changes: Readonly<Record<string, readonly string[]>> = {
  'auth/2fa': ['auth/me'],
  'auth/me': ['auth/me'],
  // Each choice is saved by itself.
  'auth/me/preferences': ['auth/me/preferences'],
  'auth/passkey': ['auth/passkeys'],
  'auth/password': ['auth/sessions'],
  'auth/sessions': ['auth/sessions'],
  'catalog/variants/:variantId/kit': ['catalog', ...stock],
  demo: ['demo', 'home', 'me/permissions'],
  exceptions: ['exceptions', 'home'],
  'imports/:importId/apply': everything,
  'imports/:importId/undo': everything,
  locations: sites,
  'locations/:locationId/block': [...sites, ...stock],
  'locations/block': [...sites, ...stock],
  lots: ['lots', ...stock],
  'me/default-views': ['views'],
  'me/tables': ['me/tables'],
  orders: work,
  packing: work,
  password: ['me', 'sessions'],
  picking: work,
  receiving: ['receiving', ...stock],
  returns: work,
  shipping: work,
  stock,
  'stock/reasons': ['stock/reasons'],
  'stock/verify': ['stock/verify'],
  warehouses: sites,
  zones: sites,
}

/** Reads that show what a write would do. Once it is done they only say that it can't be done again. */
export const previews = ['locations/generate', 'picking/waves/preview', 'stock/moves/:move/reverse']

/** Returns a path below the workspace, or below the API for routes of operators: 'orders/:orderId/confirm'. */
export const below = (path: string) => path.replace(/^\/(tenant\/:slug\/)?/, '')

/** Checks whether a path is in a part of the API. */
export const isIn = (path: string, part: string) =>
  part === '' || path === part || path.startsWith(`${part}/`)

/** Returns the parts of the API whose reads a route changes. */
function changedParts({ method, path }: Pick<Route, 'method' | 'path'>): readonly string[] {
  if (method === 'GET') return []
  const own = below(path)
  const [longest] = Object.keys(changes)
    .filter((part) => isIn(own, part))
    .sort((a, b) => b.length - a.length)
  return (longest !== undefined && changes[longest]) || own.split('/').slice(0, 1)
}

/** Returns whether a write changes what the read of a path shows; what it deletes is not read again. */
export function changedBy(write: Pick<Route, 'method' | 'path'>): (path: string) => boolean {
  const parts = changedParts(write)
  const gone = write.method === 'DELETE' && /:\w+$/.test(write.path) ? below(write.path) : undefined
  return (path) => {
    const read = below(path)
    if (previews.includes(read) || (gone !== undefined && isIn(read, gone))) return false
    return parts.some((part) => isIn(read, part))
  }
}
