import { nearestPage } from '@stowage/contract/nearest-page'
import { workspacePage } from '../app/workspace-page.ts'
import { batches } from '../orders/batches/noun.ts'
import { backorders } from '../orders/backorders/noun.ts'
import { boxes } from '../orders/boxes/noun.ts'
import { carriers } from '../orders/carriers/noun.ts'
import { channels } from '../orders/channels/noun.ts'
import { customers } from '../orders/customers/noun.ts'
import { orders } from '../orders/orders/noun.ts'
import { fulfillments } from '../orders/fulfillments/noun.ts'
import { floor } from '../floor/home/noun.ts'
import { manifests } from '../orders/manifests/noun.ts'
import { packing } from '../orders/packing/noun.ts'
import { picking } from '../orders/picking/noun.ts'
import { orderReports } from '../orders/reports/noun.ts'
import { returns } from '../orders/returns/noun.ts'
import { shipping } from '../orders/shipping/noun.ts'
import { waves } from '../orders/waves/noun.ts'
import { adjustments } from '../warehouse/adjustments/noun.ts'
import { help } from '../warehouse/help/noun.ts'
import { labels } from '../warehouse/labels/noun.ts'
import { locations } from '../warehouse/locations/noun.ts'
import { lots } from '../warehouse/lots/noun.ts'
import { products } from '../warehouse/products/noun.ts'
import { receiving } from '../warehouse/receiving/noun.ts'
import { reports } from '../warehouse/reports/noun.ts'
import { settings } from '../warehouse/settings/noun.ts'
import { stock } from '../warehouse/stock/noun.ts'
import { stockViews } from '../warehouse/stock-views/noun.ts'
import { apiKeys } from './api-keys/noun.ts'
import { exceptions } from './exceptions/noun.ts'
import { home } from './home/noun.ts'
import { imports } from './imports/noun.ts'
import type { Noun } from './noun.ts'
import { notifications } from './notifications/noun.ts'
import { scan } from './scan/noun.ts'
import { team } from './team/noun.ts'
import { webhooks } from './webhooks/noun.ts'

/**
 * Every noun with pages in the workspace. The router, the rail, the palette, the help and the tour of all pages in
 * e2e/views.ts read this list. Within a group of the rail the order here counts.
 */
export const nouns = [
  home,
  scan,
  orders,
  backorders,
  fulfillments,
  picking,
  batches,
  waves,
  floor,
  packing,
  shipping,
  returns,
  manifests,
  exceptions,
  customers,
  products,
  stockViews,
  stock,
  lots,
  adjustments,
  receiving,
  reports,
  orderReports,
  locations,
  channels,
  carriers,
  boxes,
  labels,
  imports,
  team,
  notifications,
  settings,
  apiKeys,
  webhooks,
  help,
] as const satisfies readonly Noun[]

const nounOf = new Map<string, Noun>(
  nouns.flatMap((noun: Noun) => noun.pages.map((page) => [page, noun] as const)),
)

/** Returns the noun an address of the workspace belongs to. */
export function nounAt(pathname: string): Noun | undefined {
  const page = nearestPage(nounOf.keys(), workspacePage(pathname) ?? '')
  return page === undefined ? undefined : nounOf.get(page)
}

/**
 * The nouns with a page that is also one of this noun's with a parameter: `orders/backorders` is an
 * `orders/$orderId` as long as the router does not know better.
 */
export const nounsWithin = (noun: Noun): Noun[] =>
  nouns.filter(
    (other: Noun) =>
      other !== noun && other.pages.some((page) => nearestPage(noun.pages, page)?.includes('$')),
  )
