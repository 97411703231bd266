import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Receipt } from '@stowage/contract/warehouse/receiving'
import { describe, expect, test } from 'vitest'
import { refusal, sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, levelsOf, newItem, receiveInto, violations } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const at = ({ id }: Receipt, own = site) => ({
  ...as(own),
  params: { ...own.params, receiptId: id },
})
const open = async (line: Record<string, unknown>) =>
  (await receiveInto(app, site, line, { complete: false })).body.receipt

describe('a line', () => {
  test('comes in a pack that the barcode stands for, with the cost of one of them', async () => {
    const barcode = `CASE-${randomUUID().slice(0, 8)}`
    const item = await newItem(app, site, {
      units: [{ code: 'case', numerator: '12' }],
      barcodes: [{ code: barcode, unit: 'case' }],
    })
    const { body } = await receiveInto(app, site, { barcode, qty: '2.5', unitCost: '6' })
    expect(body.receipt.lines).toMatchObject([
      { sku: item.sku, unit: 'each', qty: '30', unitCost: '0.5' },
    ])
    const odd = await receiveInto(app, site, { sku: item.sku, unit: 'pallet', qty: '1' })
    expect(refusal(odd)).toEqual([422, 'uom_unknown'])
    const unknown = await receiveInto(app, site, { barcode: 'nothing', qty: '1' })
    expect(refusal(unknown)).toEqual([422, 'barcode_unknown'])
  })

  test('of an item by lot makes the lot once, with its day', async () => {
    const { sku, id } = await newItem(app, site, { tracking: 'lot' })
    const lot = { sku, lotCode: 'L1', expiresOn: '2027-03-01' }
    const received = [
      await receiveInto(app, site, { ...lot, qty: '5' }),
      await receiveInto(app, site, { ...lot, qty: '2' }),
    ]
    expect(received.map(({ body }) => body.receipt.lines[0]?.lot)).toEqual(['L1', 'L1'])
    expect(
      await arrange(app, 'select code, expires_on::text from tenant.lots where variant_id = $1', [
        id,
      ]),
    ).toEqual([{ code: 'L1', expires_on: '2027-03-01' }])
    const otherDay = await receiveInto(app, site, { ...lot, expiresOn: '2027-04-01', qty: '1' })
    expect([otherDay.status, otherDay.body['details']]).toMatchObject([
      400,
      [{ path: 'lines.0.expiresOn' }],
    ])
    expect(refusal(await receiveInto(app, site, { sku, qty: '1' }))).toEqual([422, 'lot_required'])
    const plain = await newItem(app, site)
    const marked = await receiveInto(app, site, { sku: plain.sku, lotCode: 'L1', qty: '1' })
    expect(refusal(marked)).toEqual([422, 'lot_not_allowed'])
  })

  test('of an item by serial number names each piece, and each is in one place', async () => {
    const { sku, id } = await newItem(app, site, { tracking: 'serial' })
    const received = await receiveInto(app, site, { sku, qty: '2', serials: ['S1', 'S2'] })
    expect(received.body.receipt.lines[0]).toMatchObject({ qty: '2', serials: ['S1', 'S2'] })
    expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '2', unavailable: '0' }])
    const [few, again, twice, elsewhere] = [
      await receiveInto(app, site, { sku, qty: '2', serials: ['S3'] }),
      await receiveInto(app, site, { sku, qty: '1', serials: ['S1'] }),
      await receiveInto(app, site, { sku, qty: '2', serials: ['S3', 'S3'] }),
      await receiveInto(app, site, { sku, qty: '1', serials: ['S1'], location: 'A-02' }),
    ]
    expect([few, again, twice, elsewhere].map(refusal)).toEqual([
      [422, 'serial_required'],
      ...Array.from({ length: 3 }, () => [409, 'serial_duplicate']),
    ])
  })

  test('that cannot be sold is on hand and unavailable', async () => {
    const { sku, id } = await newItem(app, site)
    await receiveInto(app, site, { sku, qty: '3', status: 'damaged' })
    expect(await levelsOf(app, id)).toMatchObject([{ on_hand: '3', unavailable: '3' }])
  })

  test('goes to a place of the warehouse that takes goods', async () => {
    const { sku } = await newItem(app, site)
    const { body } = await app.call(api.warehouse.locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: `B-${randomUUID().slice(0, 6)}` },
    })
    await app.call(api.warehouse.locations.block, {
      ...as(site),
      params: { ...site.params, locationId: body.location.id },
      body: { version: 1, direction: 'in' },
    })
    const location = body.location.code
    const blocked = await receiveInto(app, site, { sku, qty: '1', location })
    expect(blocked.body).toMatchObject({
      code: 'location_blocked',
      blockers: [{ type: 'location', code: location, status: 'blocked_in' }],
    })
    const waiting = await open({ sku, qty: '1', location })
    const late = await app.call(receiving.complete, { ...at(waiting), body: { version: 1 } })
    expect(refusal(late)).toEqual([409, 'location_blocked'])
    const shut = await app.call(api.warehouse.locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: `${location}-S`, receivable: false },
    })
    const kept = await receiveInto(app, site, {
      sku,
      qty: '1',
      location: shut.body.location.code,
    })
    expect(kept.body).toMatchObject({
      code: 'location_blocked',
      blockers: [{ status: 'active', receivable: false }],
    })
    const nowhere = await receiveInto(app, site, { sku, qty: '1', location: 'Q-99' })
    expect([nowhere.status, nowhere.body['details']]).toMatchObject([
      400,
      [{ path: 'lines.0.location' }],
    ])
  })

  test('worth or counting more than a column holds is refused', async () => {
    const { sku } = await newItem(app, site)
    const worth = await receiveInto(app, site, {
      sku,
      qty: '999999999',
      unitCost: '999999999999',
    })
    expect(refusal(worth)).toEqual([422, 'amount_too_large'])
    const fine = await newItem(app, site, { qtyScale: 6 })
    const many = await receiveInto(app, site, { sku: fine.sku, qty: '999999999999999' })
    expect(refusal(many)).toEqual([422, 'amount_too_large'])
  })
})

test('A11 what is still to come is not received', async () => {
  const { sku } = await newItem(app, site)
  const day = 86_400_000
  const [late, early] = [
    await receiveInto(
      app,
      site,
      { sku, qty: '1' },
      { effectiveAt: new Date(Date.now() + day).toISOString() },
    ),
    await receiveInto(
      app,
      site,
      { sku, qty: '1' },
      { effectiveAt: new Date(Date.now() - day).toISOString() },
    ),
  ]
  expect(refusal(late)).toEqual([422, 'future_date_refused'])
  expect(early.status).toBe(201)
  expect(Date.parse(early.body.receipt.receivedAt ?? '')).toBeLessThan(Date.now() - day + 60_000)
})

test('the books agree after all of this', async () => {
  expect(await violations(app, site)).toEqual([])
})
