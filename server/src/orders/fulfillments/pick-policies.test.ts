import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, receiveInto, stocked } from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { fulfillmentNow } from '../../../test/pick-calls.ts'
import { refusal } from '../../../test/app.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { fulfillments } = api.orders
const { app, site } = await setupSite()
const { warehouses } = api.warehouse

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

/** Changes how the stock of the warehouse is picked; null is as the workspace says. */
async function setPolicy(warehouseId: string, pickPolicy: 'fewest' | 'closest' | null) {
  const at = { ...as(site), params: { ...site.params, warehouseId } }
  const { body } = await app.call(warehouses.details, at)
  const { version } = body.warehouse
  return app.call(warehouses.update, { ...at, body: { version, pickPolicy } })
}

test('each warehouse has a policy of its own, which its waves begin with', async () => {
  const { waves } = api.orders
  const mug = await stocked(app, site, { qty: '5' })
  await receiveInto(app, site, { sku: mug.sku, qty: '9', location: 'A-02' })
  const warehouseId = site.warehouse.id
  const set = await setPolicy(warehouseId, 'fewest')
  expect([set.status, set.body.warehouse.pickPolicy]).toEqual([200, 'fewest'])
  const pickOf = async () => {
    const order = await orderOf(app, site, mug.sku, '1')
    const body = { mode: 'all_or_nothing' as const, items: [{ id: order.id }] }
    await app.call(api.orders.bulk.release, { ...as(site), body })
    const query = { order: order.id }
    const { body: listed } = await app.call(fulfillments.list, { ...as(site), query })
    const made = await fulfillmentNow(app, site, listed.items[0]?.id ?? '')
    const [pick] = made.lines.flatMap(({ picks }) => picks)
    return [made.policy, pick?.location, pick?.reason]
  }
  expect(await pickOf()).toEqual(['fewest', 'A-02', 'largest_quantity'])
  const wave = (body: object) =>
    app.call(waves.create, { ...as(site), body: { warehouseId, ...body } })
  expect((await wave({})).body.wave.policy).toBe('fewest')
  expect((await wave({ policy: 'fifo' })).body.wave.policy).toBe('fifo')
  await setPolicy(warehouseId, null)
  expect(await pickOf()).toEqual(['fefo', 'A-01', 'next_on_path'])
  expect((await wave({})).body.wave.policy).toBe('fefo')
  const unknown = await setPolicy(warehouseId, 'nearest' as 'closest')
  expect(refusal(unknown)).toEqual([400, 'validation_failed'])
})
