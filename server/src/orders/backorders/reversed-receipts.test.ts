import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { receiving } = api.warehouse
const { app, site } = await setupSite()

const reverse = (receiptId: string) =>
  app.call(receiving.reverse, {
    ...as(site),
    params: { ...site.params, receiptId },
    body: { version: 1 },
  })

test('a receipt that is promised is not reversed, and the order in the way is named', async () => {
  const mug = await stocked(app, site, { qty: '5' })
  const { id, number } = await orderOf(app, site, mug.sku, '2')
  const refused = await reverse(mug.receipt.id)
  expect(refusal(refused)).toEqual([409, 'reversal_blocked'])
  expect(refused.body).toMatchObject({
    blockers: [
      { type: 'level', missing: '2', claims: [{ orderId: id, number, qty: '2', waits: '2' }] },
    ],
  })
})

test('a receipt that is to be picked is not reversed, and the order in the way is named', async () => {
  const mug = await stocked(app, site, { qty: '5' })
  const { order } = await releasedOf(app, site, mug.sku, '2')
  const refused = await reverse(mug.receipt.id)
  expect(refusal(refused)).toEqual([409, 'reversal_blocked'])
  expect(refused.body).toMatchObject({
    blockers: [
      {
        type: 'bucket',
        missing: '2',
        claims: [{ orderId: order.id, number: order.number, qty: '2' }],
      },
    ],
  })
})
