import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem, receiveInto, type Site } from '../../../test/goods.ts'
import { forSite } from '../../../test/for-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { lots, stock } = api.warehouse
let world: TestApp
let site: Site
forSite((opened) => ({ world, site } = opened))

test('the expiry of a lot is corrected once, where it is shown, by its own workspace', async () => {
  const { sku } = await newItem(world, site, { tracking: 'lot' })
  await receiveInto(world, site, { sku, qty: '1', lotCode: 'FIX', expiresOn: '2090-01-01' })
  const rows = await arrange(world, "select lot_id from tenant.lots where code = 'FIX'", [])
  const lotId = String(rows[0]?.['lot_id'])
  const at = { ...as(site), params: { ...site.params, lotId } }
  const body = { version: 1, expiresOn: '2091-02-03' }
  const other = await newWarehouse(world)
  const foreign = { ...as(other), params: { ...other.params, lotId } }
  expect((await world.call(lots.lot, foreign)).status).toBe(404)
  expect((await world.call(lots.updateLot, { ...foreign, body })).status).toBe(404)
  const saved = await world.call(lots.updateLot, { ...at, body })
  expect(saved.body.lot).toMatchObject({ expiresOn: '2091-02-03', version: 2 })
  const late = await world.call(lots.updateLot, { ...at, body })
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', currentVersion: 2 } })
  const { body: found } = await world.call(stock.buckets, { ...as(site), query: { lot: 'FIX' } })
  expect(found.items).toMatchObject([{ expiresOn: '2091-02-03' }])
})
