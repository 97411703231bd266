import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { checked, csv, step } from '../../../test/imports.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { receiving, warehouses, products, stock } = api.warehouse

const { app, site } = await setupSite()

/** The day so many days from now, where the warehouse stands. */
const inDays = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const answerOf = ({ status, body }: { status: number; body: object }) => {
  const { code, blockers } = body as Record<string, unknown>
  return [status, code, blockers]
}
const taken = [expect.toBeOneOf([200, 201]), undefined, undefined]
const move = (line: Record<string, unknown>) =>
  app.call(stock.move, {
    ...as(site),
    body: { lines: [{ fromLocationId: site.a01.id, qty: '1', ...line }] },
  })

/** An item that must keep for so many days when it comes. */
async function keeping(minRemainingDaysReceive: number | null) {
  const item = await newItem(app, site, { tracking: 'lot' })
  const { productId } = item
  const params = { ...site.params, productId }
  const { body } = await app.call(products.details, { ...as(site), params })
  const { version } = body.product
  const days = { shelfLifeDays: 90, minRemainingDaysReceive, minRemainingDaysShip: 0 }
  const saved = await app.call(products.update, {
    ...as(site),
    params,
    body: { version, ...days },
  })
  expect(saved.body.product).toMatchObject(days)
  return item
}

test('goods that keep too short are not received for sale, and on hold they are', async () => {
  const { sku } = await keeping(30)
  const line = { sku, qty: '1', lotCode: 'SHORT', expiresOn: inDays(29) }
  const refused = await receiveInto(app, site, line)
  expect(answerOf(refused)).toEqual([
    409,
    'shelf_life_too_short',
    [
      {
        type: 'lot',
        lineNo: 1,
        sku,
        lot: 'SHORT',
        expiresOn: inDays(29),
        daysLeft: 29,
        needed: 30,
      },
    ],
  ])
  expect(refused.body['details']).toMatchObject([{ path: 'lines.0.expiresOn' }])
  expect(answerOf(await receiveInto(app, site, { ...line, status: 'hold' }))).toEqual(taken)
  const long = { ...line, lotCode: 'LONG', expiresOn: inDays(30) }
  expect(answerOf(await receiveInto(app, site, long))).toEqual(taken)
})

test('a receipt that was begun is judged by the day on which it is completed', async () => {
  const { sku } = await keeping(10)
  const line = { sku, qty: '1', lotCode: 'OPEN', expiresOn: inDays(5) }
  const { body } = await receiveInto(app, site, line, { complete: false })
  const { id: receiptId, version } = body.receipt
  const complete = (more = {}) =>
    app.call(receiving.complete, {
      ...as(site),
      params: { ...site.params, receiptId },
      body: { version, ...more },
    })
  expect(answerOf(await complete())).toMatchObject([409, 'shelf_life_too_short', [{ lineNo: 1 }]])
  const lastWeek = new Date(app.clock.now().getTime() - 7 * 86_400_000).toISOString()
  expect(answerOf(await complete({ effectiveAt: lastWeek }))).toEqual(taken)
})

test('a lot is good to the end of its day in the time of the warehouse', async () => {
  const { sku } = await keeping(null)
  const today = { sku, qty: '1', lotCode: 'TODAY', expiresOn: inDays(0) }
  expect(answerOf(await receiveInto(app, site, today))).toEqual(taken)
  // Where it is tomorrow already, whatever the hour.
  const eastern = { code: 'EAST', name: 'East', timezone: 'Pacific/Kiritimati' }
  const { body } = await app.call(warehouses.create, { ...as(site), body: eastern })
  const old = { ...today, lotCode: 'OLD', expiresOn: inDays(-1), location: 'RECV' }
  const late = await receiveInto(app, site, old, { warehouseId: body.warehouse.id })
  expect(answerOf(late)).toMatchObject([409, 'lot_expired', [{ lot: 'OLD' }]])
})

test('expired goods are not received for sale nor put on sale, but go where they are kept', async () => {
  const { sku } = await keeping(null)
  const line = { sku, qty: '2', lotCode: 'PAST', expiresOn: inDays(-1) }
  expect(answerOf(await receiveInto(app, site, line))).toMatchObject([
    409,
    'lot_expired',
    [{ type: 'lot', lineNo: 1, sku, lot: 'PAST', expiresOn: inDays(-1) }],
  ])
  expect(answerOf(await receiveInto(app, site, { ...line, status: 'expired' }))).toEqual(taken)
  const from = { sku, lotCode: 'PAST', status: 'expired' }
  const sold = await move({ ...from, toStatus: 'available' })
  expect(answerOf(sold)).toMatchObject([409, 'lot_expired', [{ lot: 'PAST', lineNo: 1 }]])
  expect(sold.body['details']).toMatchObject([{ path: 'lines.0.toStatus' }])
  expect(answerOf(await move({ ...from, toStatus: 'damaged' }))).toEqual(taken)
  expect(answerOf(await move({ ...from, toLocationId: site.a02.id }))).toEqual(taken)
})

test('the days of a product are read in from a file, and are whole numbers', async () => {
  const head = ['sku', 'name', 'shelf life', 'min_days_receive', 'min_days_ship']
  const file = csv(head, ['AGE-1', 'Milk', '21', '14', '7'], ['AGE-2', 'Rice', 'long', '', ''])
  const dry = await checked(app, site, 'products', file)
  expect(dry).toMatchObject({ rowsValid: 1, rowsFailed: 1 })
  await step(app, site, 'apply', dry.id)
  const { body } = await app.call(products.list, { ...as(site), query: { q: 'AGE-1' } })
  expect(body.items).toMatchObject([
    { shelfLifeDays: 21, minRemainingDaysReceive: 14, minRemainingDaysShip: 7 },
  ])
})

test('a piece that is known but not there is neither moved nor taken away', async () => {
  const { sku } = await newItem(app, site, { tracking: 'serial' })
  await receiveInto(app, site, { sku, qty: '1', serials: ['S-1'] })
  const there = { sku, serial: 'S-1' }
  const gone = { type: 'serial', lineNo: 1, ...there, status: 'available' }
  const from = (code: string) => [409, 'serial_not_in_stock', [{ ...gone, location: code }]]
  const elsewhere = await move({
    ...there,
    fromLocationId: site.a02.id,
    toLocationId: site.a01.id,
  })
  expect(answerOf(elsewhere)).toMatchObject(from('A-02'))
  const taking = await adjustAt(app, site, { ...there, location: 'A-02', qty: '-1' })
  expect(answerOf(taking)).toMatchObject(from('A-02'))
  expect(taking.body['details']).toMatchObject([{ path: 'lines.0.serial' }])
  // It has been in this place, and there is a bucket without anything in it.
  expect(answerOf(await move({ ...there, toLocationId: site.a02.id }))).toEqual(taken)
  const relabelled = await move({ ...there, toStatus: 'hold' })
  expect(answerOf(relabelled)).toMatchObject(from('A-01'))
  expect(relabelled.body['details']).toMatchObject([{ path: 'lines.0.serial' }])
  expect(answerOf(await adjustAt(app, site, { ...there, qty: '-1' }))).toMatchObject(from('A-01'))
})

test('of a bucket that is named neither a lot nor a serial number is said', async () => {
  const line = { bucketId: '1', qty: '1', toStatus: 'hold' }
  for (const [field, said] of Object.entries({ lotCode: 'OTHER', serial: 'S-9' })) {
    const body = { lines: [{ ...line, [field]: said }] }
    const refused = await app.call(stock.move, { ...as(site), body })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ details: [{ path: `lines.0.${field}` }] })
  }
})
