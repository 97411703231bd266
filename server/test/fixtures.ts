import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Input, Route } from '@stowage/contract/route'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import type { Site } from './warehouse.ts'

export type { Site }
const { receiving, adjustments, products } = api.warehouse

export const as = ({ params, token }: Pick<Site, 'params' | 'token'>) => ({ params, token })

/** A product of one variant, an `each` without decimals or marks unless `item` says otherwise. */
export async function newItem(
  app: TestApp,
  site: Pick<Site, 'params' | 'token'>,
  item: Record<string, unknown> & { sku?: string } = {},
  name?: string,
) {
  const sku = item.sku ?? `SKU-${randomUUID().slice(0, 8)}`
  const { status, body } = await app.call(products.create, {
    ...as(site),
    body: { name: name ?? `Item ${sku}`, variants: [{ ...item, sku }] },
  })
  const [variant] = body.product?.variants ?? []
  if (status !== 201 || !variant) throw new Error(`no item: ${JSON.stringify(body)}`)
  return variant
}

type More = Record<string, unknown> & {
  by?: { token: string }
  headers?: Record<string, string>
}

/** Sends a document of one line in A-01; `plain` and `plainLine` hold unless a test says otherwise. */
const sends =
  <R extends Route>(route: R, plain: object, plainLine: object) =>
  (
    app: TestApp,
    site: Site,
    line: Record<string, unknown>,
    { by = site, headers, ...more }: More = {},
  ) =>
    app.call(route, {
      params: site.params as unknown as Input<R>['params'],
      token: by.token,
      ...(headers && { headers }),
      body: {
        warehouseId: site.warehouse.id,
        ...plain,
        lines: [{ location: 'A-01', ...plainLine, ...line }],
        ...more,
      },
    })

/** Receives into A-01 at a cost of 1.00 and completes at once; `line` and `more` say otherwise. */
export const receiveInto = sends(receiving.create, { complete: true }, { unitCost: '1.00' })

/** Adjusts one line in A-01 and posts it; `line` and `more` say otherwise. */
export const adjustAt = sends(adjustments.create, { reasonCode: 'damaged' }, { mode: 'delta' })

/** An item that lies in A-01 at 1.00 each, ten of it unless `qty` says otherwise, and its receipt. */
export async function stocked(
  app: TestApp,
  site: Site,
  { qty = '10', ...item }: Record<string, unknown> & { qty?: string } = {},
) {
  const made = await newItem(app, site, item)
  const { status, body } = await receiveInto(app, site, { sku: made.sku, qty })
  if (status !== 201) throw new Error(`not received: ${JSON.stringify(body)}`)
  return { ...made, receipt: body.receipt }
}

/** Returns the stock levels of an item, a row for each warehouse. */
export const levelsOf = (app: TestApp, variantId: string) =>
  arrange(
    app,
    `select on_hand, unavailable, reserved, backordered from tenant.stock_levels
     where variant_id = $1`,
    [variantId],
  )

/** Returns the stock level of an item in one warehouse. */
export const levelOf = async (app: TestApp, variantId: string) =>
  (await levelsOf(app, variantId))[0]

/** Returns the violations found by the integrity check; there must be none. */
export const violations = (app: TestApp, { platform }: Pick<Site, 'platform'>) =>
  arrange(app, 'select * from stock.verify($1)', [platform.id])

/** Another warehouse of the workspace, with the place its goods come in at. */
export async function openSite(app: TestApp, of: Site, code: string, timezone: string) {
  const { body } = await app.call(api.warehouse.warehouses.create, {
    ...as(of),
    body: { code, name: code, timezone },
  })
  const [first] = body.locations
  if (!first) throw new Error(`no place in ${JSON.stringify(body)}`)
  return { id: body.warehouse.id, place: first.id }
}
