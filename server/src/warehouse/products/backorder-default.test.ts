import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { placeOrder } from '../../../test/order-calls.ts'
import { runJob } from '../../../test/run-job.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import { followBackorderDefault } from './jobs.ts'

const app = await setupApp()
const { settings } = api.warehouse
type Site = Awaited<ReturnType<typeof newWarehouse>>

async function choose(site: Site, backorders: 'allow' | 'deny') {
  const { body } = await app.call(settings.warehouse, as(site))
  const saved = await app.call(settings.updateWarehouse, {
    ...as(site),
    body: { version: body.settings.version, backorders },
  })
  expect(saved.body.settings.backorders).toBe(backorders)
  await runJob(app, followBackorderDefault, { platformId: site.platform.id })
}

const orderOf = async (site: Site, sku: string) =>
  (await placeOrder(app, site, [{ sku, qty: '9' }], { confirm: { mode: 'backorder' } })).status

test('products without a rule of their own follow the default, in stock or not', async () => {
  const site = await newWarehouse(app)
  const other = await newWarehouse(app)
  const [inStock, never, denied, limited] = [
    await newItem(app, site),
    await newItem(app, site),
    await newItem(app, site, { backorder: { policy: 'deny' } }),
    await newItem(app, site, { backorder: { policy: 'limit', limit: '3' } }),
  ]
  for (const { sku } of [inStock, denied, limited]) await receiveInto(app, site, { sku, qty: '1' })
  const elsewhere = await newItem(app, other)
  const statuses = async () => [
    await orderOf(site, inStock.sku),
    await orderOf(site, never.sku),
    await orderOf(site, denied.sku),
    await orderOf(site, limited.sku),
    await orderOf(other, elsewhere.sku),
  ]
  expect(await statuses()).toEqual([409, 409, 409, 409, 409])

  await choose(site, 'allow')
  expect(await statuses()).toEqual([201, 201, 409, 409, 409])
  const later = await newItem(app, site)
  expect(await orderOf(site, later.sku)).toBe(201)

  await choose(site, 'deny')
  expect(await statuses()).toEqual([409, 409, 409, 409, 409])
  expect(await orderOf(site, later.sku)).toBe(409)
})

test('a change of the default is queued, and saving it again is not', async () => {
  const site = await newWarehouse(app)
  const queued = async () =>
    (
      await arrange(
        app,
        `select count(*)::int as count from pgboss.job
         where name = 'follow-backorder-default' and data->>'platformId' = $1`,
        [site.platform.id],
      )
    )[0]?.['count']
  await choose(site, 'allow')
  expect(await queued()).toBe(1)
  await choose(site, 'allow')
  expect(await queued()).toBe(1)
})
