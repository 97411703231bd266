import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { findingsOf } from '../../../test/breaking.ts'
import { as, newItem, stocked } from '../../../test/fixtures.ts'
import { checked, csv, failedCsv, rowsOf, step } from '../../../test/imports.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { channels, customers, orders } = api.orders
const { app, site } = await setupSite()
afterAll(async () => expect(await findingsOf(app, site)).toEqual([]))
const tag = () => randomUUID().slice(0, 6)
const shop = `SHOP-${tag()}`
await app.call(channels.create, { ...as(site), body: { code: shop, kind: 'shop' } })

const found = async (q: string) =>
  (await app.call(orders.list, { ...as(site), query: { q } })).body.items
const details = async (orderId: string) =>
  (await app.call(orders.details, { ...as(site), params: { ...site.params, orderId } })).body.order
const customersOf = async (q: string) =>
  (await app.call(customers.list, { ...as(site), query: { q } })).body.items

describe('a file of customers', () => {
  test('creates and changes customers, and is undone', async () => {
    const [a, b] = [`A-${tag()}`, `B-${tag()}`]
    await app.call(customers.create, {
      ...as(site),
      body: { code: a, name: 'Ada', emails: ['ada@x.example'], note: 'Kept' },
    })
    const file = csv(
      ['Code', 'Name', 'Email', 'City', 'Country', 'Tags'],
      [a.toLowerCase(), 'Ada Harbor', '', 'Bergen', 'no', 'vip; retail'],
      [b, 'Bo', 'bo@x.example', '', '', ''],
    )
    const job = await checked(app, site, 'customers', file)
    expect(job).toMatchObject({ rowsValid: 2, creates: 1, updates: 1 })
    expect(await step(app, site, 'apply', job.id)).toMatchObject({ state: 'done', rowsApplied: 2 })
    expect(await customersOf(a)).toMatchObject([
      {
        code: a,
        name: 'Ada Harbor',
        emails: ['ada@x.example'],
        note: 'Kept',
        tags: ['vip', 'retail'],
        addresses: [{ city: 'Bergen', country: 'NO' }],
        version: 2,
      },
    ])
    expect(await customersOf(b)).toMatchObject([{ name: 'Bo', state: 'active', version: 1 }])
    const again = await checked(app, site, 'customers', file)
    expect(again).toMatchObject({ creates: 0, updates: 0, unchanged: 2 })
    expect(await step(app, site, 'undo', job.id)).toMatchObject({ state: 'undone' })
    expect(await customersOf(a)).toMatchObject([{ name: 'Ada', addresses: [], tags: [] }])
    expect(await customersOf(b)).toMatchObject([{ state: 'archived' }])
  })

  test('names every mistake of every row', async () => {
    const code = `C-${tag()}`
    const job = await checked(
      app,
      site,
      'customers',
      csv(
        ['code', 'name', 'email', 'country', 'currency'],
        [code, '', 'not an address', 'Atlantis', 'XXZ'],
        ['', 'No code', '', '', ''],
        [`${code}-1`, 'Twice', '', '', ''],
        [`${code}-1`, 'Twice', '', '', ''],
      ),
    )
    expect(job).toMatchObject({ rowsFailed: 3, rowsValid: 1 })
    const [first, second] = await rowsOf(app, site, job.id, 'error')
    expect(first?.errors.map(({ column }) => column).toSorted()).toEqual(
      ['country', 'currency', 'email', 'name'].toSorted(),
    )
    expect(second?.errors).toMatchObject([{ column: 'code' }])
  })
})

describe('a file of orders', () => {
  test('creates one order of the rows with one number, and is undone', async () => {
    const [mug, cap] = [await stocked(app, site), await newItem(app, site)]
    const code = `D-${tag()}`
    await app.call(customers.create, {
      ...as(site),
      body: { code, name: 'Dora', addresses: [{ city: 'Oslo' }] },
    } as never)
    const [one, two] = [`X${tag()}`, `Y${tag()}`]
    const job = await checked(
      app,
      site,
      'orders',
      csv(
        ['Order number', 'SKU', 'Qty', 'Price', 'Channel', 'Customer', 'Tags', 'Ship to city'],
        [one, mug.sku, '2', '"9,50"', shop, code, 'gift', 'Bergen'],
        [one, cap.sku.toLowerCase(), '1', '5', '', '', '', ''],
        [two, mug.sku, '3', '', '', code, '', ''],
      ),
    )
    expect(job).toMatchObject({ rowsValid: 3, rowsFailed: 0 })
    expect(await step(app, site, 'apply', job.id)).toMatchObject({ state: 'done', rowsApplied: 3 })
    const [first] = await found(one)
    expect(await details(first?.id ?? '')).toMatchObject({
      state: 'draft',
      channel: shop,
      customer: 'Dora',
      tags: ['gift'],
      shippingAddress: { city: 'Bergen' },
      totals: { total: '24' },
      lines: [
        { lineNo: 1, sku: mug.sku, qty: '2', unitPrice: '9.5' },
        { lineNo: 2, sku: cap.sku, qty: '1' },
      ],
    })
    const [second] = await found(two)
    expect(second).toMatchObject({ channel: 'MANUAL', lineCount: 1 })
    expect(await details(second?.id ?? '')).toMatchObject({ shippingAddress: { city: 'Oslo' } })
    expect(await step(app, site, 'undo', job.id)).toMatchObject({ state: 'undone' })
    expect(await details(first?.id ?? '')).toMatchObject({
      state: 'cancelled',
      cancelReason: 'Import undone',
      lines: [{ cancelled: '2' }, { cancelled: '1' }],
    })
  })

  test('names every mistake, leaves the whole order out, and gives the rows back', async () => {
    const item = await newItem(app, site)
    const [good, bad, taken] = [`G${tag()}`, `H${tag()}`, `I${tag()}`]
    const lines = [{ sku: item.sku, qty: '1' }]
    const head = ['external_id', 'sku', 'quantity', 'unit', 'currency', 'channel', 'customer']
    await app.call(orders.create, { ...as(site), body: { externalId: taken, lines } })
    const job = await checked(
      app,
      site,
      'orders',
      csv(
        head,
        [good, item.sku, '1', '', 'EUR', '', ''],
        [bad, item.sku, '1', '', 'XXZ', 'NOWHERE', 'NOBODY'],
        [bad, 'NOTHING', '-1', '', '', '', ''],
        [bad, item.sku, '0.5', 'crate', '', '', ''],
        [taken, item.sku, '1', '', '', '', ''],
      ),
    )
    expect(job).toMatchObject({ rowsValid: 1, rowsFailed: 4 })
    const errors = (await rowsOf(app, site, job.id, 'error')).map((row) =>
      row.errors.map(({ column }) => column).toSorted(),
    )
    expect(errors[0]).toEqual(['channel', 'currency', 'customer'])
    expect(errors[1]).toContain('quantity')
    expect(errors[2]).toContain('unit')
    expect(errors[3]).toEqual(['external_id'])
    await step(app, site, 'apply', job.id)
    expect(await found(good)).toHaveLength(1)
    expect(await found(bad)).toHaveLength(0)
    const failed = await failedCsv(app, site, job.id)
    expect(failed.trim().split('\n')).toHaveLength(5)
  })

  test('is read with the times and numbers that people and spreadsheets write', async () => {
    const { sku } = await newItem(app, site)
    const [a, b, c] = [`1${Date.now()}`, `2${Date.now()}`, `3${Date.now()}`]
    const job = await checked(
      app,
      site,
      'orders',
      csv(
        ['Order number', 'SKU', 'Qty', 'Order date', 'Ship by'],
        [`${a}.0`, sku, '1', '2026-11-20 09:15:00 +0100', '2026-11-21'],
        [`="${b}"`, sku, '1', '20.11.2026 09:15', ''],
        ['4.50789E+11', sku, '1', '', ''],
        ['4.50789E+11', sku, '2', '', ''],
        [c, sku, '1', '4/5/2026', ''],
      ),
    )
    expect(job).toMatchObject({ rowsValid: 2, rowsFailed: 3 })
    const errors = await rowsOf(app, site, job.id, 'error')
    expect(errors.map((row) => row.errors.map(({ column }) => column))).toEqual([
      ['external_id'],
      ['external_id'],
      ['placed_at'],
    ])
    await step(app, site, 'apply', job.id)
    expect(await found(a)).toMatchObject([
      {
        externalId: a,
        placedAt: '2026-11-20T08:15:00.000Z',
        promisedShipAt: '2026-11-21T23:59:00.000Z',
      },
    ])
    expect(await found(b)).toMatchObject([{ externalId: b, placedAt: '2026-11-20T09:15:00.000Z' }])
    const sent = await app.call(orders.create, {
      ...as(site),
      body: { lines: [{ sku, qty: '1' }], placedAt: '2026-11-20T09:15:00+01:00' },
    })
    expect(sent.body.order.placedAt).toBe('2026-11-20T08:15:00.000Z')
  })

  test('is not undone once one of its orders has changed', async () => {
    const item = await stocked(app, site)
    const external = `J${tag()}`
    const job = await checked(
      app,
      site,
      'orders',
      csv(['external_id', 'sku', 'quantity'], [external, item.sku, '1']),
    )
    await step(app, site, 'apply', job.id)
    const [order] = await found(external)
    await app.call(orders.confirm, {
      ...as(site),
      params: { ...site.params, orderId: order?.id ?? '' },
      body: { version: 1 },
    })
    const undo = await app.call(api.workspace.imports.undo, {
      ...as(site),
      params: { ...site.params, importId: job.id },
    })
    expect(refusal(undo)).toEqual([409, 'in_use'])
    expect((await found(external))[0]).toMatchObject({ state: 'confirmed' })
  })
})
