import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, openSite, receiveInto, stocked } from '../../../test/fixtures.ts'
import { packAll } from '../../../test/pack-calls.ts'
import { confirmPick, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { app, site } = await setupSite()

test('the home counts what waits to be picked, packed and shipped, in the warehouses in sight', async () => {
  const east = await openSite(app, site, 'EAST', 'UTC')
  const waiting = async (warehouse?: string) => {
    const query = warehouse === undefined ? {} : { warehouse }
    const { body } = await app.call(api.workspace.home.show, { ...as(site), query })
    const counts = new Map(body.today.map(({ tile, count }) => [tile, count]))
    return (['to_pick', 'to_pack', 'to_ship'] as const).map((tile) => counts.get(tile))
  }
  const mug = await stocked(app, site)
  const { fulfillmentId, task } = await releasedOf(app, site, mug.sku, '2')
  expect(await waiting()).toEqual([1, 0, 0])
  await confirmPick(app, site, task.id, { qty: '1' })
  expect(await waiting()).toEqual([1, 0, 0])
  expect(await waiting(east.id)).toEqual([0, 0, 0])
  await confirmPick(app, site, task.id, { qty: '1' })
  expect(await waiting()).toEqual([0, 1, 0])
  await packAll(app, site, fulfillmentId)
  expect(await waiting()).toEqual([0, 0, 1])
})

test('what is to be put away and what is unavailable are lists of as many rows', async () => {
  const { stockViews } = api.warehouse
  const item = await stocked(app, site)
  await receiveInto(app, site, { sku: item.sku, qty: '3', location: undefined })
  await receiveInto(app, site, { sku: item.sku, qty: '2', status: 'damaged' })
  const { body } = await app.call(api.workspace.home.show, { ...as(site), query: {} })
  const counts = new Map(body.today.map(({ tile, count }) => [tile, count]))
  const asked = { ...as(site), query: { limit: 1 } }
  const [bay, levels] = await Promise.all([
    app.call(stockViews.buckets, { ...asked, query: { use: 'put_away' } }),
    app.call(stockViews.levels, { ...asked, query: { state: 'unavailable' } }),
  ])
  expect(bay.body.items.map(({ sku, onHand }) => [sku, onHand])).toContainEqual([item.sku, '3'])
  expect(bay.body.total).toBe(counts.get('receiving_bay'))
  expect(levels.body.items.map(({ sku }) => sku)).toEqual([item.sku])
  expect(levels.body.total).toBe(counts.get('on_hold'))
})

test('what was picked for a cancelled order is work until it is put back', async () => {
  const item = await stocked(app, site)
  const { order, task } = await releasedOf(app, site, item.sku, '2')
  await confirmPick(app, site, task.id, { qty: '2' })
  const look = async () => {
    const { body } = await app.call(api.workspace.home.show, { ...as(site), query: {} })
    const list = await app.call(api.warehouse.stockViews.buckets, {
      ...as(site),
      query: { use: 'put_back' },
    })
    const tile = body.today.find((one) => one.tile === 'to_put_back')
    return [tile?.count, list.body.items.map(({ sku, onHand }) => [sku, onHand])]
  }
  expect(await look()).toEqual([0, []])
  const params = { ...site.params, orderId: order.id }
  const { version } = (await app.call(api.orders.orders.details, { ...as(site), params })).body
    .order
  await app.call(api.orders.orders.cancel, {
    ...as(site),
    params,
    body: { version, reason: 'Changed their mind' },
  })
  expect(await look()).toEqual([1, [[item.sku, '2']]])
  const stage = (
    await app.call(api.warehouse.stockViews.buckets, { ...as(site), query: { use: 'put_back' } })
  ).body.items[0]
  await app.call(api.warehouse.stock.move, {
    ...as(site),
    body: {
      lines: [{ bucketId: stage?.bucketId, qty: '2', toLocationId: site.a01.id }] as never,
    },
  })
  expect(await look()).toEqual([0, []])
})
