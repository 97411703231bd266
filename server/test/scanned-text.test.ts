import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { adjustAt, as, newItem, receiveInto, stocked } from './fixtures.ts'
import { placeOrder } from './order-calls.ts'
import { openPackage, packItem } from './pack-calls.ts'
import { confirmPick, releasedOf } from './pick-calls.ts'
import { setupSite } from './setup-site.ts'

const { app, site } = await setupSite()
const { variants, locations, stock } = api.warehouse

/** Digits of an item with their check digit, other ones each time. */
let made = 0
function newEan(first = '40063'): string {
  const digits = `${first}${String(++made).padStart(12 - first.length, '0')}`
  const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Ways a scanner sends a number. */
const ways: [string, (ean: string) => string][] = [
  ['blanks and a line end', (ean) => ` ${ean}\r\n`],
  ['a symbology identifier', (ean) => `]E0${ean}`],
  ['fields', (ean) => `]C101${ean.padStart(14, '0')}\u001d`],
  ['an envelope', (ean) => `[)>\u001e05\u001d01${ean.padStart(14, '0')}\u001e\u0004`],
  ['an address', (ean) => `https://id.gs1.org/01/${ean.padStart(14, '0')}`],
]

describe.each(ways)('a number with %s', (_, sent) => {
  test('is read when receiving, adjusting, moving and ordering by barcode', async () => {
    const ean = newEan()
    const { id } = await newItem(app, site, { barcodes: [{ code: ean }] })
    const barcode = sent(ean)
    const receipt = await receiveInto(app, site, { barcode, qty: '5' })
    expect(receipt).toMatchObject({
      status: 201,
      body: { receipt: { lines: [{ variantId: id }] } },
    })
    expect(await adjustAt(app, site, { barcode, qty: '-1' })).toMatchObject({ status: 201 })
    const line = { barcode, fromLocationId: site.a01.id, toLocationId: site.a02.id, qty: '1' }
    const move = await app.call(stock.move, { ...as(site), body: { lines: [line] } })
    expect(move.status).toBe(201)
    const order = await placeOrder(app, site, [{ barcode, qty: '1' }])
    expect(order).toMatchObject({ status: 201, body: { order: { lines: [{ variantId: id }] } } })
  })

  test('is read when picking and packing', async () => {
    const ean = newEan()
    const { sku } = await stocked(app, site, { barcodes: [{ code: ean }] })
    const { fulfillmentId, task } = await releasedOf(app, site, sku, '1')
    const picked = await confirmPick(app, site, task.id, { scannedItem: sent(ean) })
    expect(picked.status).toBe(200)
    const opened = await openPackage(app, site, fulfillmentId)
    const packed = await packItem(app, site, opened.body.package.id, { code: sent(ean) })
    expect(packed).toMatchObject({ status: 200, body: { item: { sku, qty: '1', left: '0' } } })
  })
})

test('a location is picked from by what its label says, with what the scanner adds', async () => {
  const { sku } = await stocked(app, site)
  const { task } = await releasedOf(app, site, sku, '2')
  for (const scannedLocation of ['L:A-01', ']C0A-01\r'])
    expect((await confirmPick(app, site, task.id, { scannedLocation })).status).toBe(200)
})

test('what is scanned into a barcode field is kept without what the scanner added', async () => {
  const ean = newEan()
  const { id } = await newItem(app, site)
  const params = { ...site.params, variantId: id }
  const body = { code: `]E0${ean}\r\n` }
  const added = await app.call(variants.addBarcode, { ...as(site), params, body })
  expect(added).toMatchObject({ status: 201, body: { variant: { barcodes: [{ code: ean }] } } })
  const location = await app.call(locations.update, {
    ...as(site),
    params: { ...site.params, locationId: site.a02.id },
    body: { barcode: ']C0BIN-2', version: site.a02.version },
  })
  expect(location.body).toMatchObject({ location: { barcode: 'BIN-2' } })
})

test('an item by weight is packed in the weight of its label', async () => {
  const number = newEan('90063').padStart(14, '0')
  const cheese = await stocked(app, site, {
    unit: 'kg',
    qtyScale: 3,
    barcodes: [{ code: number }],
  })
  const { fulfillmentId, task } = await releasedOf(app, site, cheese.sku, '2.5')
  await confirmPick(app, site, task.id, { qty: '2.5' })
  const opened = await openPackage(app, site, fulfillmentId)
  const code = `]C101${number}3103001250`
  const packed = await packItem(app, site, opened.body.package.id, { code })
  expect(packed.body).toMatchObject({ item: { qty: '1.250', left: '1.250' } })
})

test('other control characters are refused', async () => {
  const refused = await receiveInto(app, site, { barcode: '40063\u00008', qty: '1' })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'lines.0.barcode' }] } })
  const note = await receiveInto(app, site, { sku: 'X', qty: '1' }, { reference: 'A\u001dB' })
  expect(note).toMatchObject({ status: 400, body: { details: [{ path: 'reference' }] } })
})
