import { api } from '@stowage/contract'
import type { ErrorCode } from '@stowage/contract/errors'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { as, stocked } from '../fixtures.ts'
import { manifestCalls, newCarrier } from '../manifest-calls.ts'
import { openPackage, packItem, packedOf, pickedOf, ship } from '../pack-calls.ts'
import { releasedOf } from '../pick-calls.ts'
import { setupSite } from '../setup-site.ts'
import { createBatch } from '../wave-calls.ts'
import { expectOneWinner } from './concurrently.ts'

/* Writes that take no version: of many who do the same at once, one does it, and the others hear why not. */

const { savedViews, webhooks } = api.workspace
const { reservations, settings, variants } = api.warehouse
const { batches, manifests, packing } = api.orders
const { app, site } = await setupSite()
const mug = await stocked(app, site, { qty: '200' })

type Call = [route: Route, params?: Record<string, string>, body?: object]
/** The refusal of all but one, and what they call. */
type Sample = [late: ErrorCode, make: () => Promise<Call>]

const send = (route: Route, params: Record<string, string> = {}, body: object = {}) =>
  app.call(route, {
    ...as(site),
    params: { ...site.params, ...params },
    body,
  } as never) as Promise<{
    status: number
    body: Record<string, Record<string, string>>
  }>

const idOf = async (name: string, ...[route, params, body]: Call) => {
  const made = await send(route, params, body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body[name]?.['id'] ?? ''
}

const batch = async () => {
  const { fulfillmentId } = await releasedOf(app, site, mug.sku, '1')
  const { body } = await createBatch(app, site, { fulfillmentIds: [fulfillmentId] } as never)
  return { batchId: body.batch.id }
}
const opened = async () => {
  const { fulfillmentId } = await pickedOf(app, site, mug.sku, '1')
  const { body } = await openPackage(app, site, fulfillmentId)
  return { packageId: body.package.id, fulfillmentId }
}
const packedPackage = async () => {
  const { packageId } = await opened()
  await packItem(app, site, packageId, { code: mug.sku })
  return { packageId }
}
const samples: Record<string, Sample> = {
  'removes a view': [
    'not_found',
    async () => {
      const body = { screen: 'orders', name: 'Once', query: { view: 'late' } }
      return [savedViews.remove, { viewId: await idOf('view', savedViews.create, {}, body) }]
    },
  ],
  'removes a webhook': [
    'not_found',
    async () => {
      const body = { url: 'https://8.8.8.8/', types: ['*'] }
      return [webhooks.remove, { webhookId: await idOf('webhook', webhooks.create, {}, body) }]
    },
  ],
  'adds a reason': [
    'duplicate_key',
    async () => [
      settings.createReason,
      {},
      { code: 'once', name: 'Once', applies: ['adjust_down'] },
    ],
  ],
  'adds a barcode': [
    'duplicate_key',
    async () => [variants.addBarcode, { variantId: mug.id }, { code: 'ONCE-1' }],
  ],
  'releases a reservation': [
    'invalid_transition',
    async () => {
      const body = { warehouseId: site.warehouse.id, variantId: mug.id, qty: '1' }
      return [
        reservations.release,
        { reservationId: await idOf('reservation', reservations.create, {}, body) },
      ]
    },
  ],
  'reserves all': [
    'insufficient_stock',
    async () => {
      const item = await stocked(app, site, { qty: '1' })
      return [
        reservations.create,
        {},
        { warehouseId: site.warehouse.id, variantId: item.id, qty: '1' },
      ]
    },
  ],
  'cancels a batch': ['invalid_transition', async () => [batches.cancel, await batch()]],
  'discards a package': [
    'not_found',
    async () => {
      const { packageId } = await opened()
      return [packing.discard, { packageId }]
    },
  ],
  'closes a package': ['invalid_transition', async () => [packing.close, await packedPackage()]],
  'packs the last unit': [
    'over_pack',
    async () => {
      const { packageId } = await opened()
      return [packing.pack, { packageId }, { code: mug.sku, qty: '1' }]
    },
  ],
  'packs one': [
    'invalid_transition',
    async () => {
      const { fulfillmentId } = await pickedOf(app, site, mug.sku, '1')
      return [packing.packOne, { fulfillmentId }, { items: [{ code: mug.sku, qty: '1' }] }]
    },
  ],
  'takes out the only unit': [
    'over_pack',
    async () => [packing.remove, await packedPackage(), { code: mug.sku, qty: '1' }],
  ],
  'unloads a package': [
    'not_found',
    async () => {
      const carrier = newCarrier()
      const { open, load } = manifestCalls(app, site)
      const { id: manifestId } = await open(carrier)
      const { fulfillmentId } = await packedOf(app, site, mug.sku, '1')
      const { body } = await ship(app, site, fulfillmentId, { carrier })
      const loaded = await load(manifestId, body.shipment.number)
      return [manifests.unload, { manifestId }, { packageId: loaded.body.carton.packageId }]
    },
  ],
}

test.each(Object.entries(samples))('%s', async (_, [late, make]) => {
  const [route, params, body] = await make()
  await expectOneWinner(() => send(route, params, body), late)
})
