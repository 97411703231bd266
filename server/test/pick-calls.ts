import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import { as, type Site } from './fixtures.ts'
import { orderOf } from './order-calls.ts'

const { fulfillments, picking } = api.orders

type Confirmed = Partial<{
  qty: string
  scannedLocation: string
  scannedItem: string
  scanId: string
  tote: string
}>

/** Confirms a pick, of one unit unless `body` says otherwise. */
export const confirmPick = (
  app: TestApp,
  site: Site,
  pickTaskId: string,
  body: Confirmed = {},
  by: { token: string } = site,
) =>
  app.call(picking.confirm, {
    params: { ...site.params, pickTaskId },
    token: by.token,
    body: { qty: '1', ...body },
  })

/** The fulfillment as it is now. */
export async function fulfillmentNow(app: TestApp, site: Site, fulfillmentId: string) {
  const params = { ...site.params, fulfillmentId }
  return (await app.call(fulfillments.details, { ...as(site), params })).body.fulfillment
}

/** An order of one item that was released, with its fulfillment and its pick tasks. */
export async function releasedOf(
  app: TestApp,
  site: Site,
  sku: string,
  qty: string,
  more: Record<string, unknown> = {},
) {
  const order = await orderOf(app, site, sku, qty, more)
  const released = await app.call(fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: order.id },
    body: { version: order.version },
  })
  const fulfillmentId = released.body.fulfillments[0]?.id ?? ''
  const { number, lines } = await fulfillmentNow(app, site, fulfillmentId)
  const tasks = lines.flatMap(({ picks }) => picks)
  const [task] = tasks
  if (!task) throw new Error(`nothing to pick: ${JSON.stringify(released.body)}`)
  return { order: released.body.order, fulfillmentId, number, tasks, task }
}

/** Reports a pick as short, nothing found and missing unless `body` says otherwise. */
export const pickShort = (
  app: TestApp,
  site: Site,
  pickTaskId: string,
  body: Partial<{ qtyFound: string; reasonCode: string; note: string }> = {},
  by: { token: string } = site,
) =>
  app.call(picking.short, {
    params: { ...site.params, pickTaskId },
    token: by.token,
    body: { qtyFound: '0', reasonCode: 'missing', ...body },
  })
