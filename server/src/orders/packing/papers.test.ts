import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { scanDrawing } from '../../../test/barcodes.ts'
import { as, newItem, receiveInto, stocked } from '../../../test/fixtures.ts'
import { orderNow } from '../../../test/order-calls.ts'
import {
  closePackage,
  openPackage,
  packAll,
  packedOf,
  packItem,
  pickedOf,
  ship,
} from '../../../test/pack-calls.ts'
import { releasedOf } from '../../../test/pick-calls.ts'
import { readPdf } from '../../../test/pdf.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { app, site } = await setupSite()

async function print(kind: string, ids: readonly string[], by = site.token, at = site) {
  const answer = await app.http.inject({
    url: `/api/v1/tenant/${at.params.slug}/fulfillments/papers?kind=${kind}&ids=${ids.join(',')}`,
    headers: { authorization: `Bearer ${by}` },
  })
  const isFile = answer.statusCode === 200
  type Refusal = { code: string; details: { path: string }[] }
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isFile ? undefined : answer.json<Refusal>(),
    pages: isFile ? readPdf(answer.rawPayload) : [],
  }
}
const textOf = ({ pages }: Awaited<ReturnType<typeof print>>) =>
  pages.flatMap(({ texts }) => texts).join('\n')

const shippingAddress = { name: 'Dora Quay', line1: 'Harbour Row 7', city: 'Leith', country: 'GB' }

test('a pick list says where each item is, with codes that scan', async () => {
  const mug = await stocked(app, site, { qty: '9' })
  const { fulfillmentId, number } = await releasedOf(app, site, mug.sku, '3')
  const printed = await print('pick_list', [fulfillmentId])
  expect(printed.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${number}-pick-list.pdf"`,
  })
  expect(textOf(printed)).toContain(`A-01\n${mug.sku}\nItem ${mug.sku}\n3 each\n________`)
  const codes = (await scanDrawing(printed.pages[0]?.svg)).map(([, text]) => text)
  expect(codes.toSorted()).toEqual([number, 'A-01', mug.sku].toSorted())
})

test('what is picked is no longer on the pick list', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId } = await pickedOf(app, site, mug.sku, '2')
  const text = textOf(await print('pick_list', [fulfillmentId]))
  expect(text).toContain('Nothing is left to pick')
  expect(text).not.toContain('A-01')
})

test('a packing slip says what is in which package, where it goes, and no price', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId } = await pickedOf(app, site, mug.sku, '3', {
    shippingAddress,
    lines: [{ sku: mug.sku, qty: '3', unitPrice: '19.99' }],
  })
  const opened = await openPackage(app, site, fulfillmentId)
  const packageId = opened.body.package.id
  await packItem(app, site, packageId, { code: mug.sku, qty: '2' })
  await closePackage(app, site, packageId, {})
  const text = textOf(await print('packing_slip', [fulfillmentId]))
  expect(text).toContain('Dora Quay\nHarbour Row 7\nLeith\nUNITED KINGDOM')
  expect(text).toContain(`${mug.sku}\nItem ${mug.sku}\n3 each\n2\n0\n1\n`)
  expect(text).not.toContain('19.99')
})

test('a packing slip says what was ordered, is in the parcel, came before and follows', async () => {
  const item = { units: [{ code: 'case', numerator: '12' }], backorder: { policy: 'allow' } }
  const mug = await stocked(app, site, { ...item, qty: '14' })
  const tea = await newItem(app, site, { backorder: { policy: 'allow' } })
  const first = await pickedOf(app, site, mug.sku, '1', {
    confirm: { mode: 'backorder' },
    lines: [
      { sku: mug.sku, qty: '2', unit: 'case' },
      { sku: tea.sku, qty: '5' },
    ],
  })
  await packAll(app, site, first.fulfillmentId)
  const slipOf = async (id: string) => textOf(await print('packing_slip', [id]))
  const ofMug = (figures: string) => `${mug.sku}\nItem ${mug.sku}\n2 case\n= 24 each\n${figures}\n`
  const ofTea = `${tea.sku}\nItem ${tea.sku}\n5 each\n0\n0\n5\n`
  const slip = await slipOf(first.fulfillmentId)
  expect(slip).toContain('Ordered\nIn this parcel\nShipped before\nTo follow')
  expect(slip).toContain(ofMug('14 each\n0\n10 each'))
  expect(slip).toContain(ofTea)
  await ship(app, site, first.fulfillmentId)
  await receiveInto(app, site, { sku: mug.sku, qty: '10' })
  const { version } = await orderNow(app, site, first.order.id)
  const released = await app.call(api.orders.fulfillments.release, {
    ...as(site),
    params: { ...site.params, orderId: first.order.id },
    body: { version },
  })
  const second = released.body.fulfillments.find(({ id }) => id !== first.fulfillmentId)?.id ?? ''
  await packedOf(app, site, second)
  expect(await slipOf(second)).toContain(ofMug('10 each\n14 each\n0'))
  expect(await slipOf(second)).toContain(ofTea)
  await ship(app, site, second)
  // The slip of the first parcel stays as it was.
  expect(await slipOf(first.fulfillmentId)).toContain(ofMug('14 each\n0\n10 each'))
})

test('a packing slip counts every shipment before, also those of packages of the same fulfillment', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId } = await pickedOf(app, site, mug.sku, '5')
  const slipOf = async (id: string) => textOf(await print('packing_slip', [id]))
  const figures = (...all: string[]) => `Item ${mug.sku}\n5 each\n${all.join('\n')}\n`
  const sent: string[] = []
  for (const qty of ['2', '1', '1']) {
    const { body } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, body.package.id, { code: mug.sku, qty })
    await closePackage(app, site, body.package.id, {})
    const shipped = await ship(app, site, fulfillmentId, { packageIds: [body.package.id] })
    sent.push(shipped.body.shipment.fulfillmentId)
  }
  const [first = '', second = '', third = ''] = sent
  await packAll(app, site, fulfillmentId)
  expect(await slipOf(fulfillmentId)).toContain(figures('1', '4', '0'))
  await ship(app, site, fulfillmentId)
  expect(await slipOf(fulfillmentId)).toContain(figures('1', '4', '0'))
  expect(await slipOf(third)).toContain(figures('1', '3', '1'))
  expect(await slipOf(second)).toContain(figures('1', '2', '2'))
  expect(await slipOf(first)).toContain(figures('2', '0', '3'))
})

test('the pick list of one order is in walking order', async () => {
  const far = await newItem(app, site)
  const near = await newItem(app, site)
  await receiveInto(app, site, { sku: far.sku, qty: '1', location: 'A-02' })
  await receiveInto(app, site, { sku: near.sku, qty: '1', location: 'A-01' })
  const { fulfillmentId } = await releasedOf(app, site, far.sku, '1', {
    lines: [
      { sku: far.sku, qty: '1' },
      { sku: near.sku, qty: '1' },
    ],
  })
  const { pages } = await print('pick_list', [fulfillmentId])
  const places = pages.flatMap(({ texts }) => texts.filter((text) => /^A-0\d$/.test(text)))
  expect(places).toEqual(['A-01', 'A-02'])
})

test('whoever packs sees the address, others without the right see it masked', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId } = await pickedOf(app, site, mug.sku, '1', { shippingAddress })
  const textFor = async (role: string) => {
    const { token } = await app.newMember(site.owner, site.platform, { role })
    return textOf(await print('packing_slip', [fulfillmentId], token))
  }
  expect(await textFor('packer')).toContain('Harbour Row 7')
  const seen = await textFor('picker')
  expect(seen).toContain('H•••')
  expect(seen).not.toContain('Harbour')
})

test('each package has an address label that scans, and says which of how many it is', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId, number } = await pickedOf(app, site, mug.sku, '2', { shippingAddress })
  for (const weightG of [1_500, 900]) {
    const { body } = await openPackage(app, site, fulfillmentId)
    await packItem(app, site, body.package.id, { code: mug.sku })
    await closePackage(app, site, body.package.id, { weightG })
  }
  const label = async (format: string, by = site.token) =>
    app.http.inject({
      method: 'POST',
      url: `/api/v1/tenant/${site.params.slug}/labels`,
      payload: { template: 'fulfillment', ids: [fulfillmentId], format },
      headers: { authorization: `Bearer ${by}` },
    })
  const drawings = (await label('html')).body.match(/<svg .*?<\/svg>/gs) ?? []
  expect(drawings).toHaveLength(2)
  for (const word of ['Dora Quay', 'Harbour Row 7', `${number}-P2`, '2 of 2, 0.9 kg'])
    expect(drawings[1]).toContain(`data-text="${word}"`)
  expect(await scanDrawing(drawings[1])).toEqual([['Code128', `${number}-P2`]])
  // 102 x 152 mm.
  const pdf = (await label('pdf')).rawPayload.toString('latin1')
  expect(pdf.match(/\/MediaBox \[0 0 289\.13\d* 430\.86\d*\]/g)).toHaveLength(2)
  expect((await label('zpl')).body).toContain(`^FD${number}-P1^FS`)
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  expect((await label('pdf', receiver.token)).statusCode).toBe(422)
})

test('a package has a contents label that says what is in it', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId, number } = await pickedOf(app, site, mug.sku, '2', { shippingAddress })
  const { body } = await openPackage(app, site, fulfillmentId, { box: 'Carton M' })
  await packItem(app, site, body.package.id, { code: mug.sku, qty: '2' })
  await closePackage(app, site, body.package.id, { weightG: 1_500 })
  const label = (token = site.token, at = site) =>
    app.http.inject({
      method: 'POST',
      url: `/api/v1/tenant/${at.params.slug}/labels`,
      payload: { template: 'package', ids: [body.package.id], format: 'html' },
      headers: { authorization: `Bearer ${token}` },
    })
  const [drawing = ''] = (await label()).body.match(/<svg .*?<\/svg>/gs) ?? []
  for (const word of [`2 each  ${mug.sku}`, `Item ${mug.sku}`, 'Carton M, 1.5 kg'])
    expect(drawing).toContain(`data-text="${word}"`)
  expect(await scanDrawing(drawing)).toEqual([['Code128', `${number}-P1`]])
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  expect((await label(receiver.token)).statusCode).toBe(422)
  const other = await newWarehouse(app)
  expect((await label(other.token, other)).statusCode).toBe(404)
})

test('several are one file in the given order; those of another platform are not found', async () => {
  const mug = await stocked(app, site, { qty: '9' })
  const first = await releasedOf(app, site, mug.sku, '1')
  const second = await releasedOf(app, site, mug.sku, '1')
  const { pages } = await print('pick_list', [second.fulfillmentId, first.fulfillmentId])
  expect(pages.map(({ texts }) => texts.find((text) => /-F\d+$/.test(text)))).toEqual([
    second.number,
    first.number,
  ])
  const other = await newWarehouse(app)
  const foreign = await print('pick_list', [first.fulfillmentId], other.token, other)
  expect([foreign.status, foreign.body?.code]).toEqual([404, 'not_found'])
})

test.each([
  ['poster', [randomUUID()], 'kind'],
  ['pick_list', [], 'ids'],
  ['pick_list', ['7'], 'ids.0'],
  ['packing_slip', Array.from({ length: 101 }, () => randomUUID()), 'ids'],
])('is told which field is wrong: %s %#', async (kind, ids, path) => {
  const { status, body } = await print(kind, ids)
  expect([status, body?.details.map((one) => one.path)]).toEqual([400, [path]])
})
