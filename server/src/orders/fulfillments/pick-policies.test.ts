import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, receiveInto, stocked } from '../../../test/goods.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { fulfillmentNow } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments } = api.orders
const { app, site } = await setupSite()

test('a release follows the policy of product, request or workspace', async () => {
  const { settings, variants } = api.warehouse
  const mug = await stocked(app, site, { qty: '5' })
  await receiveInto(app, site, { sku: mug.sku, qty: '9', location: 'A-02' })
  const pickedFrom = async (more: { policy?: 'fewest' | 'fifo' }) => {
    const order = await orderOf(app, site, mug.sku, '1')
    const released = await app.call(fulfillments.release, {
      ...as(site),
      params: { ...site.params, orderId: order.id },
      body: { version: order.version, ...more },
    })
    const made = await fulfillmentNow(app, site, released.body.fulfillments[0]?.id ?? '')
    const [pick] = made.lines.flatMap(({ picks }) => picks)
    return [made.policy, pick?.location, pick?.reason]
  }
  expect(await pickedFrom({})).toEqual(['fefo', 'A-01', 'next_on_path'])
  expect(await pickedFrom({ policy: 'fewest' })).toEqual(['fewest', 'A-02', 'largest_quantity'])
  const { version } = (await app.call(settings.warehouse, as(site))).body.settings
  const body = { version, pickPolicy: 'fewest' as const }
  await app.call(settings.updateWarehouse, { ...as(site), body })
  expect(await pickedFrom({})).toEqual(['fewest', 'A-02', 'largest_quantity'])
  const changed = await app.call(variants.update, {
    ...as(site),
    params: { ...site.params, variantId: mug.id },
    body: { version: mug.version, pickPolicy: 'fifo' },
  })
  expect(changed.body.variant).toMatchObject({ pickPolicy: 'fifo' })
  expect(await pickedFrom({})).toEqual(['fewest', 'A-01', 'oldest'])
  await app.call(settings.updateWarehouse, {
    ...as(site),
    body: { version: version + 1, pickPolicy: 'fefo' },
  })
})
