import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, receiveInto, stocked } from '../../../test/fixtures.ts'
import { releasedOf, confirmPick, pickShort } from '../../../test/pick-calls.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

/* What the stock refuses where the rows of a workspace are not as the server leaves them. */

const app = await setupApp()

test('stock that is no longer allocated to the fulfillment is neither picked nor given free', async () => {
  const site = await newWarehouse(app)
  const { sku } = await stocked(app, site)
  const { task } = await releasedOf(app, site, sku, '1')
  await arrange(app, `update tenant.allocations set state = 'cancelled' where platform_id = $1`, [
    site.platform.id,
  ])
  for (const answer of [await confirmPick(app, site, task.id), await pickShort(app, site, task.id)])
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'allocation_changed' }])
})

test('stock is not posted or promised before the workspace is set up', async () => {
  const site = await newWarehouse(app)
  const { id: variantId, sku } = await stocked(app, site)
  await arrange(
    app,
    `alter table tenant.warehouses drop constraint warehouses_settings_fkey;
     delete from tenant.warehouse_settings`,
  )
  const received = await receiveInto(app, site, { sku, qty: '1' })
  const body = { warehouseId: site.warehouse.id, variantId, qty: '1' }
  const reserved = await app.call(api.warehouse.reservations.create, { ...as(site), body })
  for (const answer of [received, reserved])
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { code: 'platform_not_ready', retryAfter: 1 },
    ])
})
