import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { as, newItem, violations } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving, reports, warehouses, variants, products, stockViews } = api.warehouse
const { home } = api.workspace

/** The most that may be written; as much as a warehouse can hold, and more than a column can of both. */
const most = '999999999999999'
const [ofOne, ofBoth] = ['7999999999999992.000', '15999999999999984.000']
const app = await setupApp()
const site = await newWarehouse(app)
const variantId = (await newItem(app, site, { sku: 'SAND', qtyScale: 3 })).id
const made = await app.call(warehouses.create, {
  ...as(site),
  body: { code: 'EAST', name: 'East' },
})
const east = made.body.warehouse.id
for (const warehouseId of [site.warehouse.id, east]) {
  const lines = Array.from({ length: 8 }, () => ({ variantId, qty: most }))
  const body = { warehouseId, complete: true, lines }
  const { status } = await app.call(receiving.create, { ...as(site), body })
  expect(status).toBe(201)
}

const read = (route: Route, query: Record<string, string> = {}) =>
  app.call(route, { params: { ...site.params, variantId }, token: site.token, query })
const today = () => app.clock.now().toISOString().slice(0, 10)

test('the numbers of an item are more than anybody may write', async () => {
  const { body: numbers } = await read(stockViews.variant)
  expect(numbers).toMatchObject({
    totals: { onHand: ofBoth, available: ofBoth },
    warehouses: [{ onHand: ofOne }, { onHand: ofOne }],
    explain: { onHand: [{ qty: ofOne }, { qty: ofOne }] },
  })
  expect(numbers.days).toContainEqual({ day: today(), onHand: ofBoth })
  const { body: offer } = await read(stockViews.availability, { qty: most })
  expect(offer).toMatchObject({ total: { now: { available: ofBoth, enough: true } } })
})

test('lists, reports and files show them', async () => {
  const period = { from: today(), to: today() }
  const at = new Date().toISOString()
  const lists: [Route, Record<string, string>, string][] = [
    [variants.list, {}, ofBoth],
    [products.list, {}, 'SAND'],
    [stockViews.levels, {}, ofOne],
    [stockViews.buckets, {}, ofOne],
    [stockViews.ledger, {}, ofOne],
    [stockViews.asOf, { at, by: 'variant' }, ofBoth],
    [stockViews.asOf, { at, by: 'bucket' }, ofOne],
    [stockViews.asOf, { at, by: 'location' }, ofOne],
    [stockViews.asOf, { at, by: 'warehouse' }, ofOne],
    [reports.movement, period, ofBoth],
  ]
  for (const [route, query, quantity] of lists)
    for (const format of ['json', 'csv']) {
      const answer = await read(route, { ...query, format })
      expect([route.path, format, answer.status]).toEqual([route.path, format, 200])
      expect(JSON.stringify(answer.body)).toContain(quantity)
    }
  const { body } = await read(reports.movementTotals, period)
  expect(body).toMatchObject({ totals: [{ totalIn: ofBoth, closing: ofBoth }] })
  const grid = await read(stockViews.grid, { warehouse: east })
  expect(JSON.stringify(grid.body)).toContain(ofOne)
  expect((await read(home.show)).status).toBe(200)
  expect(await violations(app, site)).toEqual([])
})
