import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as, openSite, stocked } from '../../../test/goods.ts'
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
