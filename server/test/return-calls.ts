import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { as, stocked, type Site } from './fixtures.ts'
import { orderNow } from './order-calls.ts'
import { packedOf, ship } from './pack-calls.ts'

const { returns } = api.orders

type By = { token: string }
type Line = Record<string, unknown>
type Body = Record<string, unknown>

/** An item in stock, so many of it, and an order of some of it that was shipped. */
export async function shippedOf(
  app: TestApp,
  site: Site,
  qty: string,
  item: Record<string, unknown> & { qty?: string } = {},
) {
  const stock = await stocked(app, site, item)
  const { order, fulfillmentId } = await packedOf(app, site, stock.sku, qty)
  const { status, body } = await ship(app, site, fulfillmentId)
  if (status !== 201) throw new Error(`not shipped: ${JSON.stringify(body)}`)
  const { lines } = await orderNow(app, site, order.id)
  const [line] = lines
  if (!line) throw new Error('the order has no line')
  return { ...stock, order, orderLine: line, shipment: body.shipment, fulfillmentId }
}

/** Sends a return of one line of an order; `body` says otherwise. */
export const sendReturn = (app: TestApp, site: Site, line: Line, body: Body = {}, by: By = site) =>
  app.call(returns.create, {
    params: site.params,
    token: by.token,
    body: { lines: [{ qty: '1', reasonCode: 'damaged', ...line }], ...body } as never,
  })

/** An authorized return of a shipped order, which must be accepted. */
export async function authorizedOf(
  app: TestApp,
  site: Site,
  { order, orderLine }: { order: { id: string }; orderLine: { id: string } },
  qty: string,
) {
  const line = { orderLineId: orderLine.id, qty }
  const { status, body } = await sendReturn(app, site, line, {
    orderId: order.id,
    authorize: true,
  })
  if (status !== 201) throw new Error(`no return: ${JSON.stringify(body)}`)
  return body.return
}

type Step = 'authorize' | 'reject' | 'cancel' | 'receive' | 'inspect' | 'dispose' | 'close'
type Versioned = { id: string; version: number }

/** One step of a return, at the version it has. */
export const stepReturn = (
  app: TestApp,
  site: Site,
  step: Step | 'requestRefund',
  { id: returnId, version }: Versioned,
  body: Body = {},
  by: By = site,
) =>
  app.call(returns[step] as typeof returns.receive, {
    params: { ...site.params, returnId },
    token: by.token,
    body: { version, ...body } as never,
  })

type Return = Versioned & { lines: { id: string; qty: string }[] }

/** Receives all of a return, each line as `line` says. */
export const receiveAll = (
  app: TestApp,
  site: Site,
  one: Return,
  line: Line = {},
  body: Body = {},
  by: By = site,
) =>
  stepReturn(
    app,
    site,
    'receive',
    one,
    {
      warehouseId: site.warehouse.id,
      lines: one.lines.map(({ id: lineId, qty }) => ({ lineId, qty, ...line })),
      ...body,
    },
    by,
  )

/** The return as it is now. */
export const returnNow = async (app: TestApp, site: Site, returnId: string) =>
  (await app.call(returns.details, { ...as(site), params: { ...site.params, returnId } })).body
    .return

/** Returns what an order can still return, line by line. */
export const returnableOf = async (app: TestApp, site: Site, orderId: string) =>
  (await app.call(returns.returnable, { ...as(site), params: { ...site.params, orderId } })).body
    .items

/** Finds the buckets of an item, with location, status and quanta. */
export const bucketsOf = (app: TestApp, variantId: string) =>
  arrange(
    app,
    `select o.code as location, b.status, b.on_hand::text as qty from tenant.stock_buckets b
     join tenant.locations o on o.platform_id = b.platform_id and o.location_id = b.location_id
     where b.variant_id = $1 and b.on_hand > 0 order by 1, 2`,
    [variantId],
  )
