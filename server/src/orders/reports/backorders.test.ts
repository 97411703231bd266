import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem, openSite, stocked } from '../../../test/fixtures.ts'
import { placeOrder } from '../../../test/order-calls.ts'
import { linesOf, memberIn, newCategory } from '../../../test/report-calls.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { reports } = api.orders
const app = await setupApp()
const dayMs = 86_400_000

describe('backorders', () => {
  /** Mugs wait in two orders, cups in one; the oldest for ten days. */
  async function waiting() {
    const site = await newWarehouse(app)
    const backorder = { policy: 'allow', limit: null }
    const mug = await stocked(app, site, { qty: '1', sku: 'MUG', backorder })
    const cup = await newItem(app, site, { sku: 'CUP', backorder })
    const place = (sku: string, qty: string, more = {}) =>
      placeOrder(app, site, [{ sku, qty, unitPrice: '2.50', discount: '1.00' }], {
        confirm: { mode: 'backorder' },
        ...more,
      })
    await place('MUG', '5')
    await place('MUG', '2', { promisedShipAt: '2030-01-02T00:00:00Z' })
    await place('CUP', '4', { currency: 'USD' })
    await arrange(
      app,
      `update tenant.reservations set created_at = $3
       where platform_id = $1 and variant_id = $2 and promised = 0`,
      [site.platform.id, mug.id, new Date(app.clock.now().getTime() - 10 * dayMs)],
    )
    return { site, mug, cup }
  }

  test('count lines and what they are worth, by item and by age', async () => {
    const { site, mug, cup } = await waiting()
    const { body } = await app.call(reports.backorders, { ...as(site), query: {} })
    expect(body.items).toMatchObject([
      {
        variantId: mug.id,
        sku: 'MUG',
        // One is reserved for the first order.
        waiting: '6',
        lines: 2,
        // 4 of 5 at 11.50, and 2 at 4.00.
        values: [{ currency: 'EUR', amount: '13.2' }],
        promisedShipAt: '2030-01-02T00:00:00.000Z',
      },
      { variantId: cup.id, waiting: '4', lines: 1, values: [{ currency: 'USD', amount: '9' }] },
    ])
    const ages = await app.call(reports.backorderAges, { ...as(site), query: {} })
    expect(ages.body.ages).toMatchObject([
      { age: 'day', lines: 2 },
      { age: 'month', lines: 1, values: [{ currency: 'EUR', amount: '4' }] },
    ])
    const old = await app.call(reports.backorders, { ...as(site), query: { age: 'month' } })
    expect(old.body.items).toMatchObject([{ sku: 'MUG', waiting: '2', lines: 1 }])
    const file = await app.call(reports.backorders, { ...as(site), query: { format: 'csv' } })
    expect(linesOf(file.body).map((row) => row.split(',').slice(0, 6).join())).toEqual([
      'sku,name,waiting,unit,lines,value',
      'MUG,Item MUG,6,each,2,13.2 EUR',
      'CUP,Item CUP,4,each,1,9 USD',
    ])
  })

  test('are of the warehouses in sight, and without values for whoever may not see prices', async () => {
    const { site } = await waiting()
    const east = await openSite(app, site, 'EAST', 'UTC')
    const here = await memberIn(app, site, 'planner', site.warehouse.id)
    const seen = await app.call(reports.backorders, { ...here, query: {} })
    expect(seen.body.items.map(({ sku }) => sku)).toEqual(['MUG', 'CUP'])
    expect(seen.body.items[0]).not.toHaveProperty('values')
    const file = await app.call(reports.backorders, { ...here, query: { format: 'csv' } })
    expect(linesOf(file.body)[0]).not.toContain('value')
    const there = await memberIn(app, site, 'planner', east.id)
    for (const query of [{}, { warehouse: site.warehouse.id }]) {
      expect((await app.call(reports.backorders, { ...there, query })).body.items).toEqual([])
      expect((await app.call(reports.backorderAges, { ...there, query })).body.ages).toEqual([])
    }
    const category = await newCategory(app, site, 'Glass')
    const of = await app.call(reports.backorders, { ...as(site), query: { category } })
    expect(of.body.items).toEqual([])
  })

  test('share the price of a kit among its components', async () => {
    const site = await newWarehouse(app)
    const backorder = { policy: 'allow', limit: null }
    const parts = [
      await newItem(app, site, { sku: 'PART-A', backorder }),
      await newItem(app, site, { sku: 'PART-B', backorder }),
    ]
    const made = await app.call(api.warehouse.products.create, {
      ...as(site),
      body: { name: 'Kit', kind: 'virtual_kit', variants: [{ sku: 'KIT' }] },
    })
    const kit = made.body.product.variants[0]
    await app.call(api.warehouse.kits.save, {
      ...as(site),
      params: { ...site.params, variantId: kit?.id ?? '' },
      body: { components: parts.map(({ sku }, i) => ({ sku, qty: String(i + 1) })) },
    })
    const placed = await placeOrder(app, site, [{ sku: 'KIT', qty: '3', unitPrice: '10' }], {
      confirm: { mode: 'backorder' },
    })
    expect(placed.status).toBe(201)
    const { body } = await app.call(reports.backorders, { ...as(site), query: {} })
    expect(
      body.items.map(({ sku, waiting, values }) => [sku, waiting, values?.[0]?.amount]).toSorted(),
    ).toEqual([
      ['PART-A', '3', '15'],
      ['PART-B', '6', '15'],
    ])
  })
})
