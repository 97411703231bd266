import { api } from '@stowage/contract'
import type { Reply, Route } from '@stowage/contract/route'
import type { TestApp } from '../app.ts'
import { adjustAt, newItem, receiveInto, type Site } from '../fixtures.ts'
import { sendReturn, receiveAll, stepReturn } from '../return-calls.ts'
import { orderNow } from '../order-calls.ts'

const { fulfillments, orders, packing, picking, shipping, bulk, fulfil, trace } = api.orders
const { search } = api.workspace
const { adjustments, receiving, reservations, variants, stock } = api.warehouse

/** Application and records that verbs are run on. */
export type Ground = {
  app: TestApp
  site: Site
  /** Ids of so many items, others each time. */
  draw(count: number): string[]
  /** One request, which must succeed. */
  ask<R extends Route>(route: R, more: Record<string, unknown>): Promise<Reply<R>>
}
type Step = (ground: Ground, part: number) => Promise<unknown>

/** An order of three lines that is confirmed at once, or a draft. */
async function order({ ask, draw }: Ground, confirm?: 'strict') {
  const lines = draw(3).map((variantId) => ({ variantId, qty: '1', unitPrice: '9.90' }))
  const body = { lines, ...(confirm && { confirm: { mode: confirm } }) }
  return (await ask(orders.create, { body })).order
}

async function released(ground: Ground) {
  const { id, version } = await order(ground, 'strict')
  const body = await ground.ask(fulfillments.release, {
    params: { orderId: id },
    body: { version },
  })
  const fulfillmentId = body.fulfillments[0]?.id ?? ''
  return { orderId: id, version: body.order.version, fulfillmentId }
}

const tasksOf = async ({ ask }: Ground, fulfillmentId: string) =>
  (await ask(picking.list, { query: { fulfillment: fulfillmentId } })).items

async function picked(ground: Ground) {
  const one = await released(ground)
  for (const { id, qty } of await tasksOf(ground, one.fulfillmentId))
    await ground.ask(picking.confirm, { params: { pickTaskId: id }, body: { qty } })
  return one
}

async function packed(ground: Ground) {
  const one = await picked(ground)
  await ground.ask(packing.packAll, { params: { fulfillmentId: one.fulfillmentId }, body: {} })
  return one
}

async function shipped(ground: Ground) {
  const { fulfillmentId, orderId } = await packed(ground)
  const body = { fulfillmentId, carrier: 'Post' }
  return { orderId, shipment: (await ground.ask(shipping.ship, { body })).shipment }
}

const firstLine = async ({ app, site }: Ground, orderId: string) => {
  const now = await orderNow(app, site, orderId)
  return { version: now.version, line: now.lines[0] }
}

/** The verbs that are used all day, each with what it needs before. */
export const steps: Record<string, Step> = {
  'draft and confirm': async (ground) => {
    const { id, version } = await order(ground)
    await ground.ask(orders.confirm, { params: { orderId: id }, body: { version } })
  },
  'backorder, raise its priority and receive': async ({ app, site, ask }) => {
    const { id: variantId, sku } = await newItem(app, site, { backorder: { policy: 'allow' } })
    const body = { lines: [{ variantId, qty: '2' }], confirm: { mode: 'backorder' } }
    const { order: made } = await ask(orders.create, { body })
    const params = { orderId: made.id }
    await ask(orders.update, { params, body: { version: made.version, priority: 1 } })
    await receiveInto(app, site, { sku, qty: '1' })
  },
  'orders in a batch': ({ ask, draw }) => {
    const items = [1, 2, 3].map(() => ({
      confirm: { mode: 'strict' },
      lines: draw(3).map((variantId) => ({ variantId, qty: '1' })),
    }))
    return ask(orders.createBatch, { body: { mode: 'valid_items', items } })
  },
  hold: async (ground) => {
    const { id, version } = await order(ground, 'strict')
    const params = { orderId: id }
    const held = await ground.ask(orders.hold, { params, body: { version, kind: 'manual' } })
    const body = { version: held.order.version }
    await ground.ask(orders.releaseHold, { params, body })
  },
  'release and take back': async (ground) => {
    const { orderId, version } = await released(ground)
    await ground.ask(fulfillments.unrelease, { params: { orderId }, body: { version } })
  },
  'release several': async (ground) => {
    const made = [await order(ground, 'strict'), await order(ground, 'strict')]
    const items = made.map(({ id }) => ({ id }))
    await ground.ask(bulk.release, { body: { mode: 'all_or_nothing', items } })
  },
  'pick, pack by scan and ship': async (ground) => {
    const { fulfillmentId } = await picked(ground)
    const { package: made } = await ground.ask(packing.open, { body: { fulfillmentId } })
    const params = { packageId: made.id }
    const { items } = await ground.ask(packing.items, { params: { fulfillmentId } })
    for (const { sku } of items) await ground.ask(packing.scan, { params, body: { code: sku } })
    await ground.ask(packing.close, { params, body: {} })
    await ground.ask(shipping.ship, { body: { fulfillmentId, carrier: 'Post' } })
  },
  'ship a package before the rest, and track it': async (ground) => {
    const { fulfillmentId } = await picked(ground)
    const { package: made } = await ground.ask(packing.open, { body: { fulfillmentId } })
    const params = { packageId: made.id }
    const { items } = await ground.ask(packing.items, { params: { fulfillmentId } })
    await ground.ask(packing.scan, { params, body: { code: items[0]?.sku } })
    await ground.ask(packing.close, { params, body: {} })
    const parcel = { packageId: made.id, tracking: '1Z999' }
    const body = { fulfillmentId, packageIds: [made.id], packages: [parcel] }
    const { shipment } = await ground.ask(shipping.ship, { body })
    await ground.ask(shipping.update, {
      params: { shipmentId: shipment.id },
      body: { version: shipment.version, packages: [{ ...parcel, tracking: made.id }] },
    })
    await ground.ask(orders.list, { query: { q: made.id, count: 'none' } })
    await ground.ask(search.scan, { body: { code: made.id } })
  },
  'fulfil in one call': async (ground) => {
    const { id, version } = await order(ground, 'strict')
    await ground.ask(fulfil.fulfil, { params: { orderId: id }, body: { version, carrier: 'Post' } })
  },
  'pick several at once': async (ground) => {
    const tasks = await tasksOf(ground, (await released(ground)).fulfillmentId)
    const items = tasks.map(({ id, qty }) => ({ id, qty }))
    await ground.ask(picking.confirmBatch, { body: { mode: 'valid_items', items } })
  },
  'short pick': async (ground) => {
    const [task] = await tasksOf(ground, (await released(ground)).fulfillmentId)
    const body = { qtyFound: '0', reasonCode: 'missing' }
    await ground.ask(picking.short, { params: { pickTaskId: task?.id }, body })
  },
  'pack all, ship and void': async (ground) => {
    const { shipment } = await shipped(ground)
    const body = { version: shipment.version, reason: 'Wrong carrier' }
    await ground.ask(shipping.void, { params: { shipmentId: shipment.id }, body })
  },
  'ship and return': async (ground) => {
    const { app, site } = ground
    const { orderId } = await shipped(ground)
    const { line } = await firstLine(ground, orderId)
    await ground.ask(trace.timeline, { params: { orderId }, query: {} })
    await ground.ask(trace.explain, { params: { orderId } })
    const made = await sendReturn(
      app,
      site,
      { orderLineId: line?.id },
      { orderId, authorize: true },
    )
    const got = await receiveAll(app, site, made.body.return)
    if (got.status !== 200) throw new Error(JSON.stringify(got.body))
    const lines = got.body.return.lines.map(({ id: lineId, qty }) => ({
      lineId,
      dispositions: [{ disposition: 'restock', qty, locationId: site.a01.id }],
    }))
    const done = await stepReturn(app, site, 'inspect', got.body.return, { lines })
    if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  },
  'cancel an order': async (ground) => {
    const { orderId, version } = await released(ground)
    await ground.ask(orders.cancel, { params: { orderId }, body: { version, reason: 'Changed' } })
  },
  'cancel a line': async (ground) => {
    const { orderId } = await released(ground)
    const { version, line } = await firstLine(ground, orderId)
    const params = { orderId, lineId: line?.id }
    await ground.ask(orders.cancelLine, { params, body: { version, qty: '1' } })
  },
  'change a line': async (ground) => {
    const { id } = await order(ground, 'strict')
    const { version, line } = await firstLine(ground, id)
    const params = { orderId: id, lineId: line?.id }
    await ground.ask(orders.updateLine, { params, body: { version, qty: '2' } })
  },
  'receive and take back': async (ground) => {
    const [variantId] = ground.draw(1)
    const { body } = await receiveInto(ground.app, ground.site, { variantId, qty: '5' })
    const params = { receiptId: body.receipt.id }
    await ground.ask(receiving.reverse, { params, body: { version: body.receipt.version } })
  },
  adjust: async ({ app, site, draw }) => {
    const { status, body } = await adjustAt(app, site, { variantId: draw(1)[0], qty: '-1' })
    if (status !== 201) throw new Error(JSON.stringify(body))
  },
  move: ({ site, ask, draw }) => {
    const where = { fromLocationId: site.a01.id, toLocationId: site.a02.id }
    const lines = draw(3).map((variantId) => ({ ...where, variantId, qty: '1' }))
    return ask(stock.move, { body: { lines } })
  },
  'reserve and release': async ({ site, ask, draw }) => {
    const body = { warehouseId: site.warehouse.id, variantId: draw(1)[0], qty: '1' }
    const { reservation } = await ask(reservations.create, { body })
    await ask(reservations.release, { params: { reservationId: reservation.id }, body: {} })
  },
  'lists by id': async (ground) => {
    const { id } = await order(ground, 'strict')
    await ground.ask(orders.list, { query: { ids: id, count: 'none' } })
    await ground.ask(variants.list, { query: { ids: ground.draw(3).join(','), count: 'none' } })
    await ground.ask(adjustments.list, { query: { count: 'none' } })
  },
}
