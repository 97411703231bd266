import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, newItem, receiveInto } from '../../../test/fixtures.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packItem,
  pickedOf,
  sendBack,
  ship,
} from '../../../test/pack-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { lots } = api.warehouse
const { packing } = api.orders
const { app, site } = await setupSite(await setupApp())

/** Two of a lot that were picked. */
async function pickedLot(lotCode: string) {
  const item = await newItem(app, site, { tracking: 'lot', backorder: { policy: 'allow' } })
  await receiveInto(app, site, { sku: item.sku, qty: '2', lotCode, expiresOn: '2090-01-01' })
  const { body } = await app.call(lots.list, { ...as(site), query: { variant: item.id } })
  return { ...item, lotId: body.items[0]?.id ?? '', ...(await pickedOf(app, site, item.sku, '2')) }
}
const recall = (lotId: string) =>
  app.call(lots.recall, {
    ...as(site),
    params: { ...site.params, lotId },
    body: { version: 1, note: 'Glass' },
  })
const expire = (lotId: string) =>
  arrange(app, `update tenant.lots set expires_on = '2020-01-01' where lot_id = $1`, [lotId])

test('a packed lot that is recalled or expired doesn’t ship, and its package is named', async () => {
  const recalled = await pickedLot('BAD')
  expect((await packAll(app, site, recalled.fulfillmentId)).status).toBe(200)
  expect((await recall(recalled.lotId)).status).toBe(200)
  const refused = await ship(app, site, recalled.fulfillmentId)
  expect(refusal(refused)).toEqual([409, 'lot_on_hold'])
  const packed = `${recalled.order.number}-F1-P1`
  expect(refused.body).toMatchObject({
    message: expect.stringContaining(packed),
    blockers: [{ type: 'lot', lot: 'BAD', state: 'recalled', package: packed }],
  })
  const old = await pickedLot('OLD')
  const { body } = await packAll(app, site, old.fulfillmentId)
  await expire(old.lotId)
  expect(refusal(await ship(app, site, old.fulfillmentId))).toEqual([409, 'lot_expired'])

  const params = { ...site.params, packageId: body.packages[0]?.id ?? '' }
  expect((await app.call(packing.reopen, { ...as(site), params, body: {} })).status).toBe(200)
  const out = { code: old.sku, qty: '2' }
  expect((await app.call(packing.remove, { ...as(site), params, body: out })).status).toBe(200)
  expect((await sendBack(app, site, old.fulfillmentId, [{ qty: '2' }])).status).toBe(200)
  expect(await findingsOf(app, site)).toEqual([])
})

test('nor is it packed, however that is done', async () => {
  const { fulfillmentId, lotId, sku } = await pickedLot('LATE')
  const opened = await openPackage(app, site, fulfillmentId)
  const packageId = opened.body.package.id
  const scan = { code: sku, qty: '1' }
  expect((await packItem(app, site, packageId, scan)).status).toBe(200)
  await recall(lotId)
  const params = { ...site.params, packageId }
  const refused = [
    await packItem(app, site, packageId, scan),
    await app.call(packing.pack, { ...as(site), params, body: scan }),
    await closePackage(app, site, packageId),
    await packAll(app, site, fulfillmentId),
  ]
  for (const one of refused) expect(refusal(one)).toEqual([409, 'lot_on_hold'])
  const out = await app.call(packing.remove, { ...as(site), params, body: scan })
  expect(out.status).toBe(200)
  expect(await findingsOf(app, site)).toEqual([])
})
