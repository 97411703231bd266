import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { as, type Site } from './fixtures.ts'

const { orders } = api.orders

type Line = Record<string, unknown>
type More = Record<string, unknown>

/** Sends an order that is confirmed at once and strictly, unless `more` says otherwise. */
export const placeOrder = (app: TestApp, site: Site, lines: readonly Line[], more: More = {}) =>
  app.call(orders.create, {
    ...as(site),
    body: { lines: [...lines] as never, confirm: { mode: 'strict' }, ...more },
  })

/** An order of one item, which must be accepted. */
export async function orderOf(app: TestApp, site: Site, sku: string, qty: string, more: More = {}) {
  const { status, body } = await placeOrder(app, site, [{ sku, qty }], more)
  if (status !== 201) throw new Error(`no order: ${JSON.stringify(body)}`)
  return body.order
}

/** The order as it is now. */
export async function orderNow(app: TestApp, site: Site, orderId: string) {
  const params = { ...site.params, orderId }
  return (await app.call(orders.details, { ...as(site), params })).body.order
}

/** Returns the allocated quantity of an item, by location. */
export const allocatedOf = (app: TestApp, variantId: string) =>
  arrange(
    app,
    `select o.code, b.allocated from tenant.stock_buckets b
     join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
     where b.variant_id = $1 and b.allocated > 0 order by o.code`,
    [variantId],
  )
