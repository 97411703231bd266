import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import { as, type Site } from './fixtures.ts'
import { confirmPick, fulfillmentNow, releasedOf } from './pick-calls.ts'

const { packing, shipping } = api.orders

type By = { token: string }

/** An order of one item that was released and picked, with its fulfillment. */
export async function pickedOf(
  app: TestApp,
  site: Site,
  sku: string,
  qty: string,
  more: Record<string, unknown> = {},
) {
  const released = await releasedOf(app, site, sku, qty, more)
  for (const task of released.tasks) await confirmPick(app, site, task.id, { qty: task.qty })
  return released
}

/** Opens a package for a fulfillment. */
export const openPackage = (
  app: TestApp,
  site: Site,
  fulfillmentId: string,
  more: { box?: string } = {},
  by: By = site,
) =>
  app.call(packing.open, { params: site.params, token: by.token, body: { fulfillmentId, ...more } })

type Scan = { code: string; lot?: string; qty?: string; scanId?: string }

/** Packs an item by scan. */
export const packItem = (app: TestApp, site: Site, packageId: string, body: Scan, by: By = site) =>
  app.call(packing.scan, { params: { ...site.params, packageId }, token: by.token, body })

/** Closes a package. */
export const closePackage = (
  app: TestApp,
  site: Site,
  packageId: string,
  body: { weightG?: number } = {},
) => app.call(packing.close, { ...as(site), params: { ...site.params, packageId }, body })

/** Packs all of a fulfillment without scanning. */
export const packAll = (
  app: TestApp,
  site: Site,
  fulfillmentId: string,
  body: { box?: string; weightG?: number } = {},
  by: By = site,
) =>
  app.call(packing.packAll, {
    params: { ...site.params, fulfillmentId },
    token: by.token,
    body,
  })

type Missing = { lineNo?: number; qty: string; lot?: string; serial?: string }

/** Sends units of a fulfillment back to pick, missing unless `how` says otherwise. */
export async function sendBack(
  app: TestApp,
  site: Site,
  fulfillmentId: string,
  lines: readonly Missing[],
  how: Partial<{ version: number; reasonCode: string; note: string }> = {},
  by: By & { key?: string } = site,
) {
  const version = how.version ?? (await fulfillmentNow(app, site, fulfillmentId)).version
  return app.call(packing.sendBack, {
    params: { ...site.params, fulfillmentId },
    token: by.token,
    ...(by.key && { headers: { 'idempotency-key': by.key } }),
    body: {
      version,
      lines: lines.map((line) => ({ lineNo: 1, ...line })),
      reasonCode: 'missing',
      ...how,
    },
  })
}

/** A fulfillment that was picked and packed: the one with this id, or of a new order of one item. */
export async function packedOf(
  app: TestApp,
  site: Site,
  skuOrId: string,
  qty?: string,
  measures: { weightG?: number } = {},
) {
  const picked = qty === undefined ? undefined : await pickedOf(app, site, skuOrId, qty)
  const fulfillmentId = picked?.fulfillmentId ?? skuOrId
  if (!picked) await pickAll(app, site, fulfillmentId)
  const { status, body } = await packAll(app, site, fulfillmentId, measures)
  if (status !== 200) throw new Error(`not packed: ${JSON.stringify(body)}`)
  const { number } = body.fulfillment
  return { order: picked?.order ?? { id: '', number: '' }, fulfillmentId, number }
}

/** Picks all that is left of a fulfillment. */
async function pickAll(app: TestApp, site: Site, fulfillmentId: string) {
  const { lines } = await fulfillmentNow(app, site, fulfillmentId)
  const open = lines.flatMap(({ picks }) => picks).filter(({ state }) => state === 'ready')
  for (const task of open) await confirmPick(app, site, task.id, { qty: task.qty })
}

type How = Partial<{
  carrier: string
  service: string
  tracking: string
  cost: string
  shippedAt: string
  packageIds: string[]
  packages: { packageId: string; tracking: string }[]
}>

/** Ships a packed fulfillment. */
export const ship = (
  app: TestApp,
  site: Site,
  fulfillmentId: string,
  how: How = {},
  by: By = site,
) =>
  app.call(shipping.ship, { params: site.params, token: by.token, body: { fulfillmentId, ...how } })

/** Voids a shipment. */
export const voidShipment = (
  app: TestApp,
  site: Site,
  { id, version }: { id: string; version: number },
  by: By = site,
) =>
  app.call(shipping.void, {
    params: { ...site.params, shipmentId: id },
    token: by.token,
    body: { version, reason: 'Wrong carrier' },
  })

/** How many packages there are, how heavy each is, and the tracking number of each. */
type Shipped = Omit<How, 'packages'> & { packages?: number; weightG?: number; parcels?: string[] }

/** A shipment of one unit of an item with one carrier, in as many packages as are asked for. */
export async function shippedWith(
  app: TestApp,
  site: Site,
  sku: string,
  { packages = 1, weightG, parcels = [], ...how }: Shipped = {},
) {
  const { fulfillmentId } = await pickedOf(app, site, sku, String(packages))
  const tracked: { packageId: string; tracking: string }[] = []
  for (let i = 0; i < packages; i += 1) {
    const { body } = await openPackage(app, site, fulfillmentId)
    const tracking = parcels[i]
    if (tracking !== undefined) tracked.push({ packageId: body.package.id, tracking })
    await packItem(app, site, body.package.id, { code: sku })
    await closePackage(app, site, body.package.id, weightG === undefined ? {} : { weightG })
  }
  const { status, body } = await ship(app, site, fulfillmentId, { ...how, packages: tracked })
  if (status !== 201) throw new Error(`not shipped: ${JSON.stringify(body)}`)
  return body.shipment
}
