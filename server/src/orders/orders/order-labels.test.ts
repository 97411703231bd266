import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { api } from '@stowage/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { as, newItem } from '../../../test/fixtures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
await prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(readFileSync(wasm)).buffer },
  fireImmediately: true,
})
const { app, site } = await setupSite()
const mug = await newItem(app, site)
const { body } = await app.call(api.orders.customers.create, {
  ...as(site),
  body: { code: 'C-1', name: 'Zoë Ångström', addresses: [{ city: 'Łódź', country: 'PL' }] },
})
const created = await app.call(api.orders.orders.create, {
  ...as(site),
  body: { customerId: body.customer.id, lines: [{ sku: mug.sku, qty: '1' }] },
})
const { id, number } = created.body.order

const print = async (more: object, { params, token } = as(site)) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1/tenant/${params.slug}/labels`,
    payload: { template: 'order', ids: [id], ...more },
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, bytes: answer.rawPayload, text: answer.body }
}

test('a label of an order scans, and says which of its labels it is', async () => {
  const { text } = await print({ format: 'html', copies: 3 })
  const drawings = text.match(/<svg .*?<\/svg>/gs) ?? []
  expect(drawings).toHaveLength(3)
  for (const [i, drawing] of drawings.entries())
    for (const word of [number, 'Zoë Ångström', 'Łódź', `${i + 1} of 3`])
      expect(drawing).toContain(`data-text="${word}"`)
  const svg = Buffer.from(drawings[2] ?? '')
  const picture = sharp(svg, { density: 150 }).flatten({ background: 'white' })
  const found = await readBarcodes(new Uint8Array(await picture.png().toBuffer()))
  expect(found.map((one) => [String(one.format), one.text])).toEqual([['Code128', number]])
})

test('it comes as PDF on paper of its size, and for label printers', async () => {
  const pdf = (await print({ format: 'pdf', copies: 2 })).bytes.toString('latin1')
  // 100 x 50 mm.
  expect(pdf.match(/\/MediaBox \[0 0 283\.46\d* 141\.73\d*\]/g)).toHaveLength(2)
  const { text } = await print({ format: 'zpl', copies: 2 })
  expect(text.match(/\^XA/g)).toHaveLength(2)
  expect(text).toContain(`^FD${number}^FS`)
  expect(text).toContain('^FD1 of 2^FS')
  expect(text).toContain('^FD2 of 2^FS')
  expect(text.match(/\^PQ1\^XZ/g)).toHaveLength(2)
})

test('another platform, an unknown order and a member who sees no orders get none', async () => {
  expect((await print({}, as(await newWarehouse(app)))).status).toBe(404)
  expect((await print({ ids: [id, randomUUID()] })).status).toBe(404)
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  const refused = await print({}, { ...as(site), token: receiver.token })
  expect([refused.status, (JSON.parse(refused.text) as { code: string }).code]).toEqual([
    422,
    'permission_denied',
  ])
})
