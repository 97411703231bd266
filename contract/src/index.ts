import { accounts } from './identity/accounts.ts'
import { passkeys } from './identity/passkeys.ts'
import { passwords } from './identity/passwords.ts'
import { profile } from './identity/profile.ts'
import { sessions } from './identity/sessions.ts'
import { twoFactor } from './identity/two-factor.ts'
import { audit } from './platforms/audit.ts'
import { directory } from './platforms/directory.ts'
import { invitations } from './platforms/invitations.ts'
import { logos } from './platforms/logos.ts'
import { members } from './platforms/members.ts'
import { tableSettings } from './platforms/table-settings.ts'
import { tenantPasswords } from './platforms/tenant-passwords.ts'
import { tenantProfile } from './platforms/member-profile.ts'
import { tenantSessions } from './platforms/tenant-sessions.ts'
import { batches } from './orders/batches.ts'
import { bulk } from './orders/order-bulk.ts'
import { bulkPicks } from './orders/picking-bulk.ts'
import { boxes } from './orders/boxes.ts'
import { carriers } from './orders/carriers.ts'
import { channels } from './orders/channels.ts'
import { backorders } from './orders/backorders.ts'
import { customers } from './orders/customers.ts'
import { externalOrders } from './orders/order-external.ts'
import { fulfil } from './orders/shipping-fulfil.ts'
import { fulfillments } from './orders/fulfillments.ts'
import { releases } from './orders/fulfillment-releases.ts'
import { unreserving } from './orders/order-unreserving.ts'
import { packConflicts } from './orders/packing-conflicts.ts'
import { packing } from './orders/packing.ts'
import { pickConflicts } from './orders/picking-conflicts.ts'
import { picking } from './orders/picking.ts'
import { manifests } from './orders/manifests.ts'
import { orders } from './orders/orders.ts'
import { returnPhotos } from './orders/return-photos.ts'
import { returns } from './orders/returns.ts'
import { shipping } from './orders/shipping.ts'
import { fulfillmentPapers, papers } from './orders/order-papers.ts'
import { reports as orderReports } from './orders/reports.ts'
import { trace } from './orders/report-trace.ts'
import { waves } from './orders/waves.ts'
import { apiKeys } from './workspace/api-keys.ts'
import { deliveries } from './workspace/webhook-deliveries.ts'
import { exceptions } from './workspace/exceptions.ts'
import { events } from './workspace/events.ts'
import { home } from './workspace/home.ts'
import { imports } from './workspace/imports.ts'
import { labels } from './workspace/print.ts'
import { savedViews } from './workspace/saved-views.ts'
import { search } from './workspace/search.ts'
import { webhooks } from './workspace/webhooks.ts'
import { adjustments } from './warehouse/adjustments.ts'
import { categories } from './warehouse/categories.ts'
import { demo } from './demo.ts'
import { integrity } from './warehouse/integrity.ts'
import { kits } from './warehouse/product-kits.ts'
import { practiceLabels } from './warehouse/product-labels.ts'
import { lots } from './warehouse/lots.ts'
import { locations } from './warehouse/locations.ts'
import { products } from './warehouse/products.ts'
import { reservations } from './warehouse/reservations.ts'
import { receiving } from './warehouse/receiving.ts'
import { reports } from './warehouse/reports.ts'
import { settings } from './warehouse/settings.ts'
import { stock } from './warehouse/stock.ts'
import { stockViews } from './warehouse/stock-views.ts'
import { units } from './warehouse/product-units.ts'
import { variants } from './warehouse/product-variants.ts'
import { warehouses } from './warehouse/location-warehouses.ts'
import { zones } from './warehouse/location-zones.ts'

/** Every route of the product. A key is a noun or a part of one; its file begins with that noun. */
export const api = {
  identity: { accounts, sessions, passwords, twoFactor, passkeys, profile },
  platforms: {
    directory,
    logos,
    members,
    invitations,
    audit,
    tenantSessions,
    tenantPasswords,
    tenantProfile,
    tableSettings,
  },
  workspace: {
    apiKeys,
    deliveries,
    events,
    exceptions,
    home,
    imports,
    labels,
    savedViews,
    search,
    webhooks,
  },
  warehouse: {
    products,
    variants,
    categories,
    units,
    warehouses,
    zones,
    locations,
    stockViews,
    stock,
    integrity,
    reports,
    receiving,
    reservations,
    adjustments,
    settings,
    kits,
    practiceLabels,
    lots,
  },
  orders: {
    backorders,
    customers,
    channels,
    carriers,
    boxes,
    orders,
    externalOrders,
    bulk,
    fulfil,
    fulfillments: { ...fulfillments, ...releases },
    unreserving,
    fulfillmentPapers,
    waves,
    batches,
    picking: { ...picking, ...bulkPicks },
    pickConflicts,
    packing,
    packConflicts,
    shipping,
    returnPhotos,
    returns,
    manifests,
    papers,
    reports: orderReports,
    trace,
  },
  demo: { demo },
}
