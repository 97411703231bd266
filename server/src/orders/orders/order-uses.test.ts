import { api } from '@stowage/contract'
import { blockers } from '@stowage/contract/blockers'
import { expect, test } from 'vitest'
import { setupSite } from '../../../test/setup-site.ts'
import { as, newItem } from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'

const { variants } = api.warehouse
const { orders } = api.orders

const { app, site } = await setupSite()

test('an item of an unfinished order is not archived, and the refusal names the order', async () => {
  const mug = await newItem(app, site)
  const { id, number, version } = await orderOf(app, site, mug.sku, '2', { confirm: undefined })
  const archive = () =>
    app.call(variants.archive, {
      ...as(site),
      params: { ...site.params, variantId: mug.id },
      body: { version: mug.version },
    })

  const refused = await archive()
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'in_use', blockers: [{ type: 'order', id, number }] },
  ])
  expect(blockers.in_use.array().safeParse(refused.body['blockers']).success).toBe(true)

  await app.call(orders.cancel, {
    ...as(site),
    params: { ...site.params, orderId: id },
    body: { version, reason: 'Test' },
  } as never)
  expect((await archive()).status).toBe(200)
})
