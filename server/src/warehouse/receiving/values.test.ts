import { api } from '@stowage/contract'
import { fromQuanta, share } from '@stowage/contract/warehouse/quantities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { receiving } = api.warehouse

const { app, site } = await setupSite()

/** An item that also comes in packs of so many. */
function packed(size: string, item: Record<string, unknown> = {}) {
  return newItem(app, site, { ...item, units: [{ code: 'box', numerator: size }] })
}

const worthOf = async (variantId: string) => {
  const [row] = await arrange(
    app,
    'select qty, value_micros as value from tenant.cost_balances where variant_id = $1',
    [variantId],
  )
  return [row?.['qty'], row?.['value']]
}
const undo = (receiptId: string) =>
  app.call(receiving.reverse, {
    ...as(site),
    params: { ...site.params, receiptId },
    body: { version: 1 },
  })

test.each([
  ['1', '1000000', '0.30', ['1000000', '300000'], '0.3'],
  ['100000', '7', '10.00', ['700000', '1000000000000'], '1000000'],
  ['3', '7', '0.000001', ['21', '3'], '0.000003'],
])('%s packs of %s at %s are worth exactly that', async (qty, size, unitCost, worth, value) => {
  const { id, sku } = await packed(size)
  const { status, body } = await receiveInto(app, site, { sku, qty, unit: 'box', unitCost })
  expect([status, body.receipt?.lines[0]?.value]).toEqual([201, value])
  expect(await worthOf(id)).toEqual(worth)
  expect((await undo(body.receipt.id)).status).toBe(200)
  expect(await worthOf(id)).toEqual(['0', '0'])
})

test('an open receipt keeps the exact value until it is completed', async () => {
  const { id, sku } = await packed('1000000')
  const line = { sku, qty: '1', unit: 'box', unitCost: '0.30' }
  const { body } = await receiveInto(app, site, line, { complete: false })
  await app.call(receiving.complete, {
    ...as(site),
    params: { ...site.params, receiptId: body.receipt.id },
    body: { version: 1 },
  })
  expect(await worthOf(id)).toEqual(['1000000', '300000'])
})

test('the pieces of a pack share its cost to the last micro', async () => {
  const { id, sku } = await packed('3', { tracking: 'serial' })
  const line = { sku, qty: '1', unit: 'box', unitCost: '1.00', serials: ['A', 'B', 'C'] }
  expect((await receiveInto(app, site, line)).status).toBe(201)
  expect(await worthOf(id)).toEqual(['3', '1000000'])
})

test('a value that no column holds is refused by its field', async () => {
  const { sku } = await newItem(app, site)
  const line = { sku, qty: '100000000', unitCost: '999999999999' }
  for (const complete of [true, false]) {
    const { status, body } = await receiveInto(app, site, line, { complete })
    expect([status, body['code'], body['details']]).toMatchObject([
      422,
      'amount_too_large',
      [{ path: 'lines.0.unitCost' }],
    ])
  }
})

const scale = fc.nat(6)
const quanta = fc.bigInt({ min: 1n, max: 10n ** 13n })
const cost = fc.bigInt({ min: 0n, max: 10n ** 11n })

test('P5 in the database a value is multiplied first and rounded once, without floating point', async () => {
  await fc.assert(
    fc.asyncProperty(quanta, cost, quanta, async (value, times, by) => {
      const [row] = await arrange(app, 'select stock.share($1, $2, $3)::text as share', [
        String(value),
        String(times % 100_000n),
        String(by),
      ])
      expect(row?.['share']).toBe(String(share(value, times % 100_000n, by)))
    }),
    { numRuns: 30 },
  )
})

test('P5 what is received and reversed leaves the value as it was, to the micro', async () => {
  await fc.assert(
    fc.asyncProperty(scale, quanta, cost, cost, async (qtyScale, amount, first, second) => {
      const { id, sku } = await newItem(app, site, { qtyScale })
      const qty = fromQuanta(amount, qtyScale)
      const unit = (micros: bigint) => fromQuanta(micros, 6)
      const divisor = 10n ** BigInt(qtyScale)
      fc.pre((amount * (first + second)) / divisor < 2n ** 62n)
      await receiveInto(app, site, { sku, qty, unitCost: unit(first) })
      const before = await worthOf(id)
      expect(before).toEqual([String(amount), String(share(amount, first, divisor))])
      const { body } = await receiveInto(app, site, { sku, qty, unitCost: unit(second) })
      expect((await undo(body.receipt.id)).status).toBe(200)
      expect(await worthOf(id)).toEqual(before)
      await adjustAt(app, site, { sku, qty: `-${qty}` })
      expect(await worthOf(id)).toEqual(['0', '0'])
    }),
    { numRuns: 10 },
  )
})
