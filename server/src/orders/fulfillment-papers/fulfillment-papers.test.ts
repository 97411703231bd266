import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { scanDrawing } from '../../../test/barcodes.ts'
import { stocked } from '../../../test/goods.ts'
import { closePackage, openPackage, packItem, pickedOf } from '../../../test/pack-calls.ts'
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
