import { api } from '@stowage/contract'
import type { TestApp } from '../app.ts'
import { adjustAt, as, newItem, receiveInto, stocked } from '../fixtures.ts'
import { upload } from '../imports.ts'
import { orderOf } from '../order-calls.ts'
import { openPackage, packedOf, pickedOf, ship } from '../pack-calls.ts'
import { authorizedOf, shippedOf } from '../return-calls.ts'
import { pickShort, releasedOf } from '../pick-calls.ts'
import { routes } from '../routes.ts'
import { createSamples } from '../samples.ts'
import { newWarehouse, type Site } from '../warehouse.ts'
import { createBatch, newWave, releasedWave } from '../wave-calls.ts'
import { schemaOf } from './bodies.ts'
import { requiredQuery, type Known } from './requests.ts'

/** A platform with two of everything that lists show, and places in all of those lists. */
export async function newKnown(app: TestApp): Promise<Known> {
  const site = await newWarehouse(app)
  const items = [
    await stocked(app, site),
    await stocked(app, site, { tracking: 'none', barcodes: [{ code: '4006381333931' }] }),
  ]
  const { sku: keptByLot } = await newItem(app, site, { tracking: 'lot' })
  for (const lotCode of ['L-1', 'L-2'])
    await receiveInto(app, site, { sku: keptByLot, qty: '1', lotCode, expiresOn: '2027-12-31' })
  const lots = (await app.call(api.warehouse.lots.list, as(site))).body.items
  const adjustments = []
  for (const { sku } of items)
    adjustments.push((await adjustAt(app, site, { sku, qty: '-1' })).body.adjustment)
  const imports = []
  for (const name of ['a', 'b'])
    imports.push((await upload(app, site, 'products', `sku,name\n${name},A\nx${name},B\n`)).body)
  const records = await createSamples(app, site, 'FIRST', items[0]?.productId ?? '')
  await createSamples(app, site, 'SECOND', items[0]?.productId ?? '')
  const orders = []
  for (const { sku } of items) {
    const body = { lines: [{ sku, qty: '1' }], confirm: {} }
    orders.push((await app.call(api.orders.orders.create, { ...as(site), body })).body.order)
  }
  const hooks = { url: 'https://8.8.8.8/hooks', types: ['*'] }
  const webhook = (await app.call(api.workspace.webhooks.create, { ...as(site), body: hooks })).body
    .webhook
  const hookParams = { ...site.params, webhookId: webhook.id }
  for (let sent = 0; sent < 2; sent++)
    await app.call(api.workspace.deliveries.test, { ...as(site), params: hookParams })
  const deliveries = await app.call(api.workspace.deliveries.list, {
    ...as(site),
    params: hookParams,
  })
  const awaited = await newItem(app, site, { backorder: { policy: 'allow' } })
  for (const qty of ['1', '2'])
    await app.call(api.orders.orders.create, {
      ...as(site),
      body: { lines: [{ sku: awaited.sku, qty }], confirm: { mode: 'backorder' } },
    })
  const waiting = (await app.call(api.orders.backorders.list, { ...as(site), query: {} })).body
    .items
  // The history of an order has a second page.
  await app.call(api.orders.orders.update, {
    ...as(site),
    params: { ...site.params, orderId: orders[0]?.id ?? '' },
    body: { version: 1, note: 'Changed' },
  })
  const [released] = await Promise.all(['1', '2'].map((qty) => releaseOne(app, site, qty)))
  const wave = await waveOf(app, site, orders[1]?.id ?? '')
  await newWave(app, site)
  const batched = await Promise.all(['1', '2'].map(() => batchOne(app, site)))
  const [shipped] = await Promise.all([1, 2].map(() => shipOne(app, site)))
  const [returned] = await Promise.all([1, 2].map(() => returnOne(app, site)))
  const [manifest] = await Promise.all(
    ['DHL', 'UPS'].map((carrier) => openManifest(app, site, carrier)),
  )
  await Promise.all([1, 2].map(() => shortOne(app, site)))
  const packing = await packOne(app, site)
  const { reservation } = (
    await app.call(api.warehouse.reservations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, sku: items[0]?.sku, qty: '1' },
    })
  ).body
  const member = await app.newMember(site.owner, site.platform, { role: 'viewer' })
  const [item] = items
  const params = {
    ...Object.fromEntries(Object.entries(records).map(([kind, { id }]) => [`${kind}Id`, id])),
    slug: site.platform.slug,
    platformId: site.platform.id,
    warehouseId: site.warehouse.id,
    locationId: site.a01.id,
    variantId: item?.id ?? '',
    productId: item?.productId ?? '',
    lotId: lots[0]?.id ?? '',
    receiptId: item?.receipt.id ?? '',
    adjustmentId: adjustments[0]?.id ?? '',
    importId: imports[0]?.import.id ?? '',
    orderId: orders[0]?.id ?? '',
    fulfillmentId: released?.fulfillmentId ?? '',
    waveId: wave.id,
    batchId: batched[0]?.id ?? '',
    pickTaskId: released?.task.id ?? '',
    packageId: packing.id,
    shipmentId: shipped?.id ?? '',
    returnId: returned?.id ?? '',
    manifestId: manifest?.id ?? '',
    lineId: orders[0]?.lines[0]?.id ?? '',
    channelId: orders[0]?.channelId ?? '',
    webhookId: webhook.id,
    delivery: deliveries.body.items[0]?.id ?? '1',
    memberId: member.id,
    code: 'found',
    table: 'stock',
    move: item?.receipt.moveId ?? '1',
    claim: waiting[0]?.claimId ?? '1',
    reservationId: reservation.id,
    name: 'free',
  }
  const ids = [...Object.values(params).filter((text) => /^[0-9a-f]{8}-/.test(text)), site.a02.id]
  return {
    params,
    ids,
    cursors: await findCursors(app, site, params),
    tokens: { operator: site.owner.token, member: site.token },
  }
}

/** Releases an order, with what is to be picked for it. */
async function releaseOne(app: TestApp, site: Site, qty: string) {
  const { sku } = await stocked(app, site)
  return releasedOf(app, site, sku, qty)
}

/** Releases a wave of this order and another one. */
async function waveOf(app: TestApp, site: Site, orderId: string) {
  const { sku } = await stocked(app, site)
  const other = await orderOf(app, site, sku, '1')
  return releasedWave(app, site, { filter: { orderIds: [orderId, other.id] } })
}

/** Batches an order. */
async function batchOne(app: TestApp, site: Site) {
  const { fulfillmentId } = await releaseOne(app, site, '1')
  const made = await createBatch(app, site, { fulfillmentIds: [fulfillmentId], method: 'cluster' })
  return made.body.batch
}

/** Ships an order. */
async function shipOne(app: TestApp, site: Site) {
  const { sku } = await stocked(app, site)
  const { fulfillmentId } = await packedOf(app, site, sku, '1')
  return (await ship(app, site, fulfillmentId)).body.shipment
}

/** Reports a short pick, which is an exception. */
async function shortOne(app: TestApp, site: Site) {
  const { task } = await releaseOne(app, site, '2')
  return pickShort(app, site, task.id)
}

/** Opens a manifest of a carrier. */
async function openManifest(app: TestApp, site: Site, carrier: string) {
  const body = { warehouseId: site.warehouse.id, carrier }
  return (await app.call(api.orders.manifests.open, { ...as(site), body })).body.manifest
}

/** Announces a return of a shipped order. */
async function returnOne(app: TestApp, site: Site) {
  return authorizedOf(app, site, await shippedOf(app, site, '1'), '1')
}

/** Picks an order and opens a package for it. */
async function packOne(app: TestApp, site: Site) {
  const { sku } = await stocked(app, site)
  const { fulfillmentId } = await pickedOf(app, site, sku, '3')
  return (await openPackage(app, site, fulfillmentId)).body.package
}

/** Places that each list gives out, in all its orders. */
async function findCursors(app: TestApp, site: Site, params: Known['params']) {
  const found = new Map<string, string[]>()
  for (const { route } of routes) {
    const { properties = {} } = schemaOf(route.query)
    if (!('cursor' in properties)) continue
    const next: string[] = []
    for (const sort of wordsOf(properties['sort']))
      for (const by of wordsOf(properties['by'])) {
        const query = {
          ...requiredQuery(route, params),
          limit: '1',
          ...(sort && { sort }),
          ...(by && { by }),
        }
        const { body } = await app.call(route, { ...as(site), params, query })
        for (const [, text = ''] of JSON.stringify(body).matchAll(/"next":"([^"]+)"/g))
          next.push(text)
      }
    if (next.length === 0) throw new Error(`no second page of ${route.path}`)
    found.set(route.path, next)
  }
  return found
}

const wordsOf = (schema: { enum?: unknown[] } | undefined) => (schema?.enum ?? ['']).map(String)
