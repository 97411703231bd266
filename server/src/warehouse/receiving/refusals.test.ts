import { api } from '@stowage/contract'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { adjustAt, as, newItem, receiveInto, stocked, type Site } from '../../../test/fixtures.ts'
import { checked, csv, rowsOf } from '../../../test/imports.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving, products, stockViews, stock } = api.warehouse
const app = await sharedApp()

const levelsOf = (variantId: string) =>
  arrange(app, 'select on_hand from tenant.stock_levels where variant_id = $1', [variantId])

const close = ({ platform }: Site, day: string) =>
  arrange(app, 'update tenant.warehouse_settings set closed_through = $2 where platform_id = $1', [
    platform.id,
    day,
  ])
const closed = ({ status, body }: { status: number; body: object }) => {
  const { code, blockers } = body as Record<string, unknown>
  return { status, code, blockers }
}
const through = (closedThrough: string) => ({
  status: 409,
  code: 'period_closed',
  blockers: [{ type: 'period', closedThrough }],
})

test('what came on a day whose books are closed is not received on that day', async () => {
  const site = await newWarehouse(app)
  const { sku, id } = await newItem(app, site)
  await close(site, '2025-03-31')
  const late = { effectiveAt: '2025-03-31T10:00:00Z' }
  const refused = await receiveInto(app, site, { sku, qty: '2' }, late)
  expect(closed(refused)).toEqual(through('2025-03-31'))
  expect(await levelsOf(id)).toEqual([])
  const begun = await receiveInto(app, site, { sku, qty: '2' }, { complete: false })
  const { id: receiptId } = begun.body.receipt
  const completed = await app.call(receiving.complete, {
    params: { ...site.params, receiptId },
    token: site.token,
    body: { version: 1, ...late },
  })
  expect(closed(completed)).toEqual(through('2025-03-31'))
  const backdated = { sku, qty: '2', mode: 'delta' }
  const adjusted = await adjustAt(app, site, backdated, { ...late, reasonCode: 'found' })
  expect(closed(adjusted)).toEqual(through('2025-03-31'))
  const dayAfter = { effectiveAt: '2025-04-01T10:00:00Z' }
  expect((await receiveInto(app, site, { sku, qty: '2' }, dayAfter)).status).toBe(201)
})

test('while today is closed nothing moves, alone or in a batch, and nothing is undone', async () => {
  const site = await newWarehouse(app)
  const { id: variantId, receipt } = await stocked(app, site)
  await close(site, '2999-12-31')
  const step = {
    lines: [{ variantId, fromLocationId: site.a01.id, toLocationId: site.a02.id, qty: '1' }],
  }
  const at = { ...as(site), params: { ...site.params, receiptId: receipt.id } }
  const answers = [
    await app.call(stock.move, { ...as(site), body: step }),
    await app.call(receiving.reverse, { ...at, body: { version: 1 } }),
  ]
  expect(answers.map(closed)).toEqual(answers.map(() => through('2999-12-31')))
  const batch = await app.call(stock.moveBatch, {
    ...as(site),
    body: { mode: 'valid_items', items: [step] },
  })
  expect(batch.body).toMatchObject({
    applied: 0,
    failed: 1,
    results: [{ code: 'period_closed', blockers: [{ closedThrough: '2999-12-31' }] }],
  })
  expect(await levelsOf(variantId)).toEqual([{ on_hand: '10' }])
})

test('who waits too long for a bucket is asked to try again, and nothing has changed', async () => {
  const site = await newWarehouse(app)
  const { sku, id } = await newItem(app, site)
  await receiveInto(app, site, { sku, qty: '1' })
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from tenant.stock_levels where variant_id = $1 for update', [id])
  const late = await receiveInto(app, site, { sku, qty: '2' })
  await client.query('rollback')
  await client.end()
  expect([late.status, late.body]).toMatchObject([503, { code: 'lock_timeout' }])
  expect(late.headers['retry-after']).toBe('1')
  expect(await levelsOf(id)).toEqual([{ on_hand: '1' }])
  const [count] = await arrange(
    app,
    'select count(*)::int from tenant.receipts where platform_id = $1',
    [site.platform.id],
  )
  expect(count).toEqual({ count: 1 })
})

test('a receipt whose goods were taken back already is not undone again', async () => {
  const site = await newWarehouse(app)
  const { sku, id } = await newItem(app, site)
  const { receipt } = (await receiveInto(app, site, { sku, qty: '3' })).body
  // As the move of an import may be: undone, and its document not yet.
  await arrange(
    app,
    `select stock.reverse($1, $2, '{"actorType": "system", "requestId": "arranged"}')`,
    [site.platform.id, receipt.moveId],
  )
  const undo = await app.call(receiving.reverse, {
    ...as(site),
    params: { ...site.params, receiptId: receipt.id },
    body: { version: 1 },
  })
  expect([undo.status, undo.body]).toMatchObject([409, { code: 'already_reversed' }])
  expect(await levelsOf(id)).toEqual([{ on_hand: '0' }])
})

test('what contradicts itself is refused', async () => {
  const site = await newWarehouse(app)
  const { sku } = await stocked(app, site)
  const twice = { sku, qty: '1', location: 'A-02', locationId: site.a01.id }
  const expiring = { sku, qty: '1', expiresOn: '2030-01-31' }
  const { body: lying } = await app.call(stockViews.buckets, as(site))
  const bucketId = lying.items[0]?.bucketId ?? ''
  const elsewhere = { bucketId, fromLocationId: site.a02.id, qty: '1', toStatus: 'hold' }
  const move = (line: object) => app.call(stock.move, { ...as(site), body: { lines: [line] } })
  const answers = [
    await receiveInto(app, site, twice),
    await receiveInto(app, site, expiring),
    await move(elsewhere),
  ]
  expect(answers.map(({ status, body }) => [status, body])).toMatchObject(
    ['location', 'expiresOn', 'fromLocationId'].map((field) => [
      400,
      { code: 'validation_failed', details: [{ path: `lines.0.${field}` }] },
    ]),
  )
  expect((await move({ ...elsewhere, fromLocationId: site.a01.id })).status).toBe(201)
})

test.each([
  ['service', 'a service'],
  ['virtual_kit', 'a virtual kit'],
])('nothing of a product of the kind %s comes into the stock', async (kind, name) => {
  const site = await newWarehouse(app)
  const body = { name: 'Fitting', kind, variants: [{ sku: 'FIT', barcodes: [{ code: 'fit-1' }] }] }
  const made = await app.call(products.create, { ...as(site), body })
  expect(made.status).toBe(201)
  const message = `FIT is ${name} and isn’t kept in stock`
  const [sent, open, adjusted] = [
    await receiveInto(app, site, { sku: 'FIT', qty: '1' }),
    await receiveInto(app, site, { barcode: 'fit-1', qty: '1' }, { complete: false }),
    await adjustAt(app, site, { sku: 'fit', qty: '1' }, { reasonCode: 'found' }),
  ]
  for (const { status, body: problem } of [sent, open, adjusted])
    expect([status, problem]).toMatchObject([
      400,
      { code: 'validation_failed', details: [{ path: 'lines.0.sku', message }] },
    ])
  const rows = [
    ['FIT', '', 'MAIN', 'A-01', '1'],
    ['', 'fit-1', 'MAIN', 'A-01', '1'],
  ]
  const file = csv(['sku', 'barcode', 'warehouse', 'location', 'qty'], ...rows)
  const { id } = await checked(app, site, 'stock', file)
  const wrong = (await rowsOf(app, site, id, 'error')).flatMap(({ errors }) => errors)
  expect(wrong).toEqual([
    { column: 'sku', code: 'validation_failed', message, value: 'FIT' },
    { column: 'barcode', code: 'validation_failed', message, value: 'fit-1' },
  ])
})
