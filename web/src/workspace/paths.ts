import { paths } from '../app/paths.ts'

const e = encodeURIComponent

type Search = Record<string, string | readonly string[] | undefined>

function addressOf(path: string, search: Search): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    value === undefined || value.length === 0 ? [] : [[key, String(value)]],
  )
  const text = new URLSearchParams(entries).toString()
  return text ? `${path}?${text}` : path
}

/** The template a batch of labels is printed with. */
type LabelTemplate = 'product' | 'location' | 'lot'

/**
 * Every address of a workspace beyond those in `paths`; `wh` is the warehouse one works in, an id or
 * `all`. In components: `usePaths()`.
 */
export function workspacePaths(slug: string, wh?: string) {
  const home = paths.workspace(slug)
  const at = (below: string, search: Search = {}) =>
    addressOf(below === '' ? home : `${home}/${below}`, { ...search, wh })
  return {
    home: at(''),
    team: at('team'),
    notifications: at('notifications'),
    settings: at('settings'),
    /** What holds for the whole workspace: its warehouse settings, its reasons. */
    setup: (tab: string) => at('settings', { tab }),
    verification: at('settings', { tab: 'verification' }),
    products: at('catalog'),
    newProduct: at('catalog/+new'),
    /** The list of products, where one is chosen that gets this code. */
    linkCode: (code: string) => at('scanner', { code }),
    product: (sku: string, tab?: string) => at(`catalog/${e(sku)}`, { tab }),
    stock: (search: { variant?: string; location?: string } = {}) => at('stock', search),
    lots: (search: { variant?: string; expiry?: string; q?: string } = {}) =>
      at('stock/lots', search),
    lot: (id: string) => at(`stock/lots/${e(id)}`),
    levels: at('stock/levels'),
    asOf: at('stock/as-of'),
    ledger: (
      search: {
        variant?: string
        location?: string
        lot?: string
        move?: string
        kind?: string
        direction?: 'in' | 'out'
        effectiveFrom?: string
        effectiveTo?: string
        /** Recorded before this moment. */
        until?: string
      } = {},
    ) => at('stock/ledger', search),
    orders: (search: { view?: string; customer?: string; variant?: string; q?: string } = {}) =>
      at('orders', search),
    order: (id: string) => at(`orders/${e(id)}`),
    /** `from` is the order it begins as a copy of. */
    newOrder: (search: { from?: string } = {}) => at('orders/new', search),
    customers: (search: { q?: string } = {}) => at('customers', search),
    customer: (id: string) => at(`customers/${e(id)}`),
    newCustomer: at('customers/new'),
    reports: at('reports'),
    movementReport: at('reports/movement'),
    /**
     * One bucket or several. `change` asks for another status of what lies there, which stays where it is.
     */
    move: (
      search: {
        sku?: string
        bucket?: string
        buckets?: readonly string[]
        change?: 'status'
      } = {},
    ) => at('stock/move', search),
    /** The stock of one warehouse as a sheet; `show` all also has what is not in stock. */
    grid: (search: { q?: string; category?: string; show?: 'all' } = {}) =>
      at('stock/grid', search),
    adjust: (search: { sku?: string; bucket?: string } = {}) => at('stock/adjust', search),
    adjustments: (search: { state?: string } = {}) => at('stock/adjustments', search),
    adjustment: (id: string) => at(`stock/adjustments/${e(id)}`),
    receiving: at('receiving'),
    newReceipt: at('receiving/new'),
    receipt: (id: string) => at(`receiving/${e(id)}`),
    places: (search: { zone?: string } = {}) => at('places', search),
    imports: at('imports'),
    scanner: at('scanner'),
    help: at('help'),
    import: (id: string) => at(`imports/${e(id)}`),
    /** `counts` are as many as the ids: how many pieces of each were received, or lie there. */
    labels: (
      search: {
        template?: LabelTemplate
        ids?: readonly string[]
        counts?: readonly string[]
        counted?: 'received' | 'there'
      } = {},
    ) => at('labels', search),
  }
}

export type WorkspacePaths = ReturnType<typeof workspacePaths>
