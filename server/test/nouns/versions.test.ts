import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { adjustAt, as, newItem, receiveInto, stocked } from '../fixtures.ts'
import { schemaOf } from '../invalid-input/bodies.ts'
import { newCarrier, manifestCalls } from '../manifest-calls.ts'
import { orderOf, placeOrder } from '../order-calls.ts'
import { packedOf, pickedOf, ship } from '../pack-calls.ts'
import { sendReturn, shippedOf } from '../return-calls.ts'
import { routes } from '../routes.ts'
import { recordSamples } from '../samples.ts'
import { setupSite } from '../setup-site.ts'
import { newWave } from '../wave-calls.ts'
import { expectOneWinner } from '../races/concurrently.ts'

/* Whoever changes something as it was read, changes it once: each route that takes a version. */

const { warehouse: w, orders: o, identity, platforms, workspace } = api
const { app, site } = await setupSite()
const { sku, productId } = await stocked(app, site, { qty: '1000' })
const line = { sku, qty: '1' }
const inMain = { warehouseId: site.warehouse.id }
const scrapped = { disposition: 'scrap', qty: '1' }

/** The owner, signed in where the route is. */
const caller = ({ path }: Route, params: object) => ({
  token: path.startsWith('/tenant/') ? site.token : site.owner.token,
  params: { ...site.params, platformId: site.platform.id, ...params },
})

const send = (route: Route, params: object, body: object) =>
  app.call(route, {
    ...caller(route, params),
    body,
  } as never) as Promise<{ status: number; body: object }>

const raced = new Set<Route>()
/** Many call the route with the version they read. One must succeed. */
async function race(route: Route, params: object, body: object, late = 'version_conflict') {
  raced.add(route)
  await expectOneWinner(() => send(route, params, body), late as 'version_conflict')
}

const records = Object.entries(recordSamples(site, 'VERSION', productId))
test.each(records)('%s', async (type, { id: parameter, create, ...verbs }) => {
  const made = await send(create.route, {}, create.body ?? {})
  expect(made.status).toBe(201)
  const record = (made.body as Record<string, { id: string; version: number }>)[type]
  let version = record?.version ?? 0
  for (const verb of [verbs.change, verbs.archive, verbs.restore]) {
    if (!verb) continue
    await race(verb.route, { [parameter]: record?.id }, { ...verb.body, version }, verb.late)
    version += 1
  }
})

type Params = Record<string, string>
type Step = [route: Route, body?: object | ((params: Params) => object), late?: string]
type Document = {
  /** Where it is read, and its name in the reply. */
  read: [route: Route, name: string]
  make: () => Promise<Params>
  /** Ways it can go, each from a new one. */
  ways: Step[][]
}

const lot: Document['make'] = async () => {
  const { sku: ofLots } = await newItem(app, site, { tracking: 'lot' })
  await receiveInto(app, site, { sku: ofLots, qty: '1', lotCode: 'L-1' })
  const { body } = await app.call(w.lots.list, { ...as(site), query: { q: ofLots } })
  return { lotId: body.items[0]?.id ?? '' }
}

const waits = { confirm: { mode: 'backorder' } }

/** An order of an item of which one unit is in stock. */
async function shortOrder(qty: string) {
  const item = await stocked(app, site, { qty: '1', backorder: { policy: 'allow' } })
  const { body } = await placeOrder(app, site, [{ sku: item.sku, qty }], waits)
  return { orderId: body.order.id, lineId: body.order.lines[0]?.id ?? '', sku: item.sku }
}

/** A member whose adjustments somebody else has to approve. */
async function author() {
  const { body } = await app.call(w.settings.warehouse, as(site))
  const limit = { version: body.settings.version, adjustApprovalAbove: '0.50' }
  await app.call(w.settings.updateWarehouse, { ...as(site), body: limit })
  const permissions = ['stock.read', 'stock.adjust.create']
  return app.newMember(site.owner, site.platform, { role: 'x', permissions })
}

const documents: Record<string, Document> = {
  receipt: {
    read: [w.receiving.receipt, 'receipt'],
    make: async () => {
      const { body } = await receiveInto(app, site, line, { complete: false })
      return { receiptId: body.receipt.id, lineNo: '1' }
    },
    ways: [
      [
        [w.receiving.update, { reference: 'PO-1' }],
        [w.receiving.updateLine, { qty: '2' }],
        [w.receiving.complete],
        [w.receiving.reverse],
      ],
      [[w.receiving.removeLine], [w.receiving.cancel]],
    ],
  },
  adjustment: {
    read: [w.adjustments.details, 'adjustment'],
    make: async () => {
      const { body } = await adjustAt(app, site, { sku, qty: '-1' }, { post: false })
      return { adjustmentId: body.adjustment.id }
    },
    ways: [
      [
        [w.adjustments.update, { note: 'Changed' }],
        [w.adjustments.submit],
        [w.adjustments.reverse],
      ],
      [[w.adjustments.cancel]],
      [[w.adjustments.post]],
    ],
  },
  'adjustment to approve': {
    read: [w.adjustments.details, 'adjustment'],
    make: async () => {
      const { body } = await adjustAt(app, site, { sku, qty: '-1' }, { by: await author() })
      expect(body.adjustment.state).toBe('pending_approval')
      return { adjustmentId: body.adjustment.id }
    },
    ways: [[[w.adjustments.approve]], [[w.adjustments.reject]]],
  },
  order: {
    read: [o.orders.details, 'order'],
    make: async () => {
      const { body } = await placeOrder(app, site, [line], { confirm: undefined })
      return { orderId: body.order.id, lineId: body.order.lines[0]?.id ?? '' }
    },
    ways: [
      [
        [o.orders.update, { note: 'Changed' }],
        [o.orders.addLines, { lines: [line] }],
        [o.orders.updateLine, { qty: '3' }],
        [o.orders.confirm, { mode: 'strict' }],
        [o.orders.hold, { kind: 'manual' }],
        [o.orders.releaseHold],
        [o.orders.cancelLine, { qty: '1' }],
        [o.orders.cancel, { reason: 'Changed' }],
      ],
      [[o.orders.confirm], [o.fulfil.fulfil]],
      [[o.orders.confirm], [o.fulfillments.release], [o.fulfillments.unrelease]],
    ],
  },
  'order for whose stock another waits': {
    read: [o.orders.details, 'order'],
    make: async () => {
      const { orderId, sku: short, lineId } = await shortOrder('1')
      await placeOrder(app, site, [{ sku: short, qty: '1' }], waits)
      return { orderId, lineId }
    },
    ways: [[[o.unreserving.unreserve, { qty: '1', reason: 'Urgent' }]]],
  },
  'order shipped in part': {
    read: [o.orders.details, 'order'],
    make: () => shortOrder('2'),
    ways: [[[o.fulfil.fulfil], [o.orders.closeShort, { reason: 'Changed' }]]],
  },
  fulfillment: {
    read: [o.fulfillments.details, 'fulfillment'],
    make: async () => ({ fulfillmentId: (await pickedOf(app, site, sku, '1')).fulfillmentId }),
    ways: [[[o.packing.sendBack, { lines: [{ lineNo: 1, qty: '1' }], reasonCode: 'missing' }]]],
  },
  wave: {
    read: [o.waves.details, 'wave'],
    make: async () => {
      const order = await orderOf(app, site, sku, '1')
      const wave = await newWave(app, site, { filter: { orderIds: [order.id] } })
      return { waveId: wave.id }
    },
    ways: [[[o.waves.update, { name: 'Early' }], [o.waves.release]], [[o.waves.cancel]]],
  },
  return: {
    read: [o.returns.details, 'return'],
    make: async () => {
      const shipped = await shippedOf(app, site, '1')
      const asked = { orderLineId: shipped.orderLine.id }
      const { body } = await sendReturn(app, site, asked, { orderId: shipped.order.id })
      return { returnId: body.return.id, lineId: body.return.lines[0]?.id ?? '' }
    },
    ways: [
      [
        [o.returns.authorize],
        [o.returns.receive, ({ lineId }) => ({ ...inMain, lines: [{ lineId, qty: '1' }] })],
        [o.returns.requestRefund],
        [o.returns.inspect],
        [o.returns.dispose, ({ lineId }) => ({ lines: [{ lineId, dispositions: [scrapped] }] })],
        [o.returns.close],
      ],
      [[o.returns.cancel, { reason: 'Changed' }]],
      [[o.returns.reject, { reason: 'Too late' }]],
    ],
  },
  shipment: {
    read: [o.shipping.details, 'shipment'],
    make: async () => ({ shipmentId: (await shippedOf(app, site, '1')).shipment.id }),
    ways: [
      [[o.shipping.update, { service: 'Express' }], [o.shipping.deliver]],
      [[o.shipping.void, { reason: 'Wrong label' }]],
      [
        [o.shipping.exception, { reason: 'Damaged' }],
        [o.shipping.lose, { reason: 'Lost' }],
      ],
      [
        [o.shipping.exception, { reason: 'Damaged' }],
        [o.shipping.return, { reason: 'Refused' }],
      ],
    ],
  },
  lot: {
    read: [w.lots.lot, 'lot'],
    make: lot,
    ways: [
      [
        [w.lots.updateLot, { supplierLot: 'S-1' }],
        [w.lots.hold],
        [w.lots.release],
        [w.lots.recall, { note: 'Broken' }],
      ],
    ],
  },
  location: {
    read: [w.locations.details, 'location'],
    make: async () => {
      const body = { ...inMain, code: 'BLOCKED' }
      const made = await app.call(w.locations.create, { ...as(site), body })
      return { locationId: made.body.location.id }
    },
    ways: [
      [
        [w.locations.block, { direction: 'in' }, 'invalid_transition'],
        [w.locations.unblock, {}, 'invalid_transition'],
      ],
    ],
  },
  manifest: {
    read: [o.manifests.details, 'manifest'],
    make: async () => {
      const carrier = newCarrier()
      const { open, load } = manifestCalls(app, site)
      const { id: manifestId } = await open(carrier)
      const { fulfillmentId } = await packedOf(app, site, sku, '1')
      const { body } = await ship(app, site, fulfillmentId, { carrier })
      await load(manifestId, body.shipment.number)
      return { manifestId }
    },
    ways: [[[o.manifests.close, { handedTo: 'Dan' }]]],
  },
  'manifest without packages': {
    read: [o.manifests.details, 'manifest'],
    make: async () => ({ manifestId: (await manifestCalls(app, site).open(newCarrier())).id }),
    ways: [[[o.manifests.cancel]]],
  },
  webhook: {
    read: [workspace.webhooks.get, 'webhook'],
    make: async () => {
      const body = { url: 'https://8.8.8.8/', types: ['*'] }
      const made = await app.call(workspace.webhooks.create, { ...as(site), body })
      return { webhookId: made.body.webhook.id }
    },
    ways: [[[workspace.webhooks.update, { description: 'Shop' }]]],
  },
  'the rules of the workspace': {
    read: [w.settings.warehouse, 'settings'],
    make: async () => ({}),
    ways: [[[w.settings.updateWarehouse, { separateDuties: true }]]],
  },
}

const own: Record<string, Document> = {
  'an account': {
    read: [identity.profile.me, 'user'],
    make: async () => ({}),
    ways: [[[identity.profile.update, { bio: 'Changed' }]]],
  },
  'a platform': {
    read: [platforms.directory.details, 'platform'],
    make: async () => ({}),
    ways: [[[platforms.directory.update, { name: `P ${randomUUID()}` }]]],
  },
  'a member': {
    read: [platforms.tenantSessions.me, 'user'],
    make: async () => ({}),
    ways: [[[platforms.tenantProfile.update, { firstName: 'Changed' }]]],
  },
}

async function versionOf({ read: [route, name] }: Document, params: Params): Promise<number> {
  const { status, body } = await app.call(route, caller(route, params) as never)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as unknown as Record<string, { version: number }>)[name]?.version ?? 0
}

const ways = Object.entries({ ...documents, ...own }).flatMap(([name, document]) =>
  document.ways.map((steps) => [name, document, steps] as const),
)
/* Changed once: fulfilling is a release, a pick and a shipment. */
test.each(ways)('%s', async (_, document, steps) => {
  const params = await document.make()
  for (const [route, body, late] of steps) {
    const version = await versionOf(document, params)
    const given = typeof body === 'function' ? body(params) : body
    await race(route, params, { ...given, version }, late)
    const changes = route === o.fulfil.fulfil ? 3 : 1
    expect(await versionOf(document, params)).toBe(version + changes)
  }
})

test('a reason and a saved view', async () => {
  const body = { name: 'Dented', applies: ['adjust_down'] as ['adjust_down'] }
  const call = { ...as(site), params: { ...site.params, code: 'damaged' } }
  const { status } = await app.call(w.settings.updateReason, {
    ...call,
    body: { ...body, version: 1 },
  })
  expect(status).toBe(200)
  await race(w.settings.updateReason, { code: 'damaged' }, { name: 'Damaged', version: 2 })
  const view = { screen: 'orders', name: 'Late', query: { view: 'late' } }
  const made = await app.call(workspace.savedViews.create, { ...as(site), body: view })
  await race(
    workspace.savedViews.update,
    { viewId: made.body.view.id },
    { name: 'Later', version: made.body.view.version },
  )
})

test('each route that takes a version is raced', () => {
  const versioned = routes.filter(({ route }) => {
    return 'version' in (schemaOf(route.body).properties ?? {})
  })
  const missing = versioned.filter(({ route }) => !raced.has(route)).map(({ name }) => name)
  expect(missing).toEqual([])
})
