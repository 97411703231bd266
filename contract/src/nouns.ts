import * as adjustments from './warehouse/adjustments-noun.ts'
import * as apiKeys from './workspace/api-keys-noun.ts'
import * as auditLog from './platforms/audit-noun.ts'
import * as backorders from './orders/backorders-noun.ts'
import * as batches from './orders/batches-noun.ts'
import * as boxes from './orders/boxes-noun.ts'
import * as carriers from './orders/carriers-noun.ts'
import * as categories from './warehouse/categories-noun.ts'
import * as channels from './orders/channels-noun.ts'
import * as customers from './orders/customers-noun.ts'
import * as eventFeed from './workspace/events-noun.ts'
import * as exceptions from './workspace/exceptions-noun.ts'
import * as fulfillments from './orders/fulfillments-noun.ts'
import * as importing from './workspace/imports-noun.ts'
import * as integrity from './warehouse/integrity-noun.ts'
import * as locations from './warehouse/locations-noun.ts'
import * as lots from './warehouse/lots-noun.ts'
import * as manifests from './orders/manifests-noun.ts'
import * as members from './platforms/members-noun.ts'
import * as orderReports from './orders/reports-noun.ts'
import * as orders from './orders/orders-noun.ts'
import * as packing from './orders/packing-noun.ts'
import * as picking from './orders/picking-noun.ts'
import * as print from './workspace/print-noun.ts'
import * as products from './warehouse/products-noun.ts'
import * as receiving from './warehouse/receiving-noun.ts'
import * as reports from './warehouse/reports-noun.ts'
import * as reservations from './warehouse/reservations-noun.ts'
import * as returns from './orders/returns-noun.ts'
import * as savedViews from './workspace/saved-views-noun.ts'
import * as settings from './warehouse/settings-noun.ts'
import * as shipping from './orders/shipping-noun.ts'
import * as stock from './warehouse/stock-noun.ts'
import * as waves from './orders/waves-noun.ts'
import * as webhooks from './workspace/webhooks-noun.ts'
import type { Noun } from './noun.ts'

/**
 * Every noun that declares something. For the server and tests: a page that read it would load all of every noun. Pages
 * read the lists of one part below.
 */
export const nouns = {
  settings,
  members,
  auditLog,
  apiKeys,
  webhooks,
  eventFeed,
  categories,
  products,
  locations,
  stock,
  reservations,
  integrity,
  receiving,
  adjustments,
  lots,
  customers,
  channels,
  carriers,
  boxes,
  orders,
  backorders,
  fulfillments,
  waves,
  batches,
  picking,
  packing,
  shipping,
  returns,
  manifests,
  exceptions,
  importing,
  print,
  reports,
  orderReports,
  savedViews,
} as const satisfies Record<string, Noun>

/** Kinds a scanned code can name, the likeliest first. */
export const things = [
  products.things,
  locations.things,
  receiving.things,
  adjustments.things,
  orders.things,
  fulfillments.things,
  packing.things,
  shipping.things,
  returns.things,
  batches.things,
  customers.things,
  carriers.things,
  boxes.things,
  lots.things,
  members.things,
] as const

/** Rights of members, in the order in which they are offered. */
export const rights = [
  settings.rights,
  members.rights,
  auditLog.rights,
  apiKeys.rights,
  webhooks.rights,
  eventFeed.rights,
  products.rights,
  locations.rights,
  stock.rights,
  reservations.rights,
  integrity.rights,
  receiving.rights,
  customers.rights,
  carriers.rights,
  boxes.rights,
  orders.rights,
  waves.rights,
  picking.rights,
  packing.rights,
  shipping.rights,
  returns.rights,
  manifests.rights,
  exceptions.rights,
  importing.rights,
  print.rights,
  reports.rights,
  orderReports.rights,
  savedViews.rights,
] as const

/** The events of the workspace, in the order in which webhooks choose from them. */
export const events = [
  stock.events,
  backorders.events,
  reservations.events,
  receiving.events,
  adjustments.events,
  lots.events,
  locations.events,
  categories.events,
  products.events,
  channels.events,
  customers.events,
  carriers.events,
  boxes.events,
  orders.events,
  fulfillments.events,
  waves.events,
  batches.events,
  shipping.events,
  returns.events,
  manifests.events,
  integrity.events,
  webhooks.events,
] as const

type Merged<Parts> = (Parts extends unknown ? (part: Parts) => void : never) extends (
  all: infer All,
) => void
  ? { [Key in keyof All]: All[Key] }
  : never

/** Returns one object with what each of these parts has, in this order. */
export const merged = <Parts extends object>(parts: readonly Parts[]): Merged<Parts> =>
  Object.assign({}, ...parts) as Merged<Parts>
