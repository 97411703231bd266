import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { api } from '@stowage/contract'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { lots, warehouses, products } = api.warehouse
const { search } = api.workspace
const ean13 = '4006381333931'
/** Bars of so many letters would be too fine for the label. */
const long = 'A-VERY-LONG-SKU-THAT-NOBODY-WOULD-SCAN-IN-CODE-128-0123456789'
const variantIds: Record<string, string> = {}
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
await prepareZXingModule({
  overrides: { wasmBinary: Uint8Array.from(readFileSync(wasm)).buffer },
  fireImmediately: true,
})
const app = await sharedApp()
const site = await newWarehouse(app)
const barcodes: Record<string, string | undefined> = {
  'MUG-1': ean13,
  'TINY-8': '96385074',
  'US-12': '036000291452',
  'CASE-14': '00012345600012',
  'GS1-A': '(01)04006381333931(10)L7',
  'PLAIN-"<&>^~_': undefined,
  '日本茶-01': undefined,
  [long]: undefined,
}
for (const [sku, code] of Object.entries(barcodes)) {
  const { body } = await app.call(products.create, {
    params: site.params,
    token: site.token,
    body: {
      name: `Thing ${sku} <b>`,
      variants: [{ sku, barcodes: code === undefined ? [] : [{ code, isPrimary: true }] }],
    },
  })
  variantIds[sku] = body.product.variants[0]?.id ?? ''
}

async function print(body: Record<string, unknown>, { params, token } = site) {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1/tenant/${params.slug}/labels`,
    payload: body,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const ofProduct = (sku: string, more: object = {}) =>
  print({ template: 'product', ids: [variantIds[sku]], ...more })

// As printed: neither turned nor inverted.
const reading = { tryHarder: true, tryRotate: false, tryInvert: false }

/** Returns the symbologies and texts that a scanner reads in a drawing. */
async function scan(svg: string) {
  const png = sharp(Buffer.from(svg), { density: 300 }).flatten({ background: 'white' }).png()
  const found = await readBarcodes(new Uint8Array(await png.toBuffer()), reading)
  return found.map(({ format, text }) => [String(format), text]).toSorted()
}
const drawingsOf = (html: Buffer) => html.toString().match(/<svg .*?<\/svg>/gs) ?? []

/** The rectangles a PDF fills, as a drawing of the same size. */
function drawnIn(pdf: Buffer, width: number, height: number): string {
  const text = pdf.toString('latin1')
  const parts: string[] = []
  for (const found of text.matchAll(/\/FlateDecode\n>>\nstream\n/g)) {
    const from = found.index + found[0].length
    const end = text.indexOf('\nendstream', from)
    const content = inflateSync(pdf.subarray(from, end)).toString('latin1')
    for (const [, x, y, w, h] of content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g))
      parts.push(`<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`)
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}
const sizesIn = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [
    Math.round((Number(w) / 72) * 254) / 10,
    Math.round((Number(h) / 72) * 254) / 10,
  ])

describe('what is printed can be scanned', () => {
  test.each([
    ['MUG-1', 'EAN13', ean13],
    ['TINY-8', 'EAN8', '96385074'],
    // The same bars as the number with a zero in front.
    ['US-12', 'EAN13', '0036000291452'],
    ['CASE-14', 'ITF', '00012345600012'],
    ['PLAIN-"<&>^~_', 'Code128', 'PLAIN-"<&>^~_'],
    [long, 'QRCode', long],
    // Bars have no letters of other alphabets.
    ['日本茶-01', 'QRCode', '日本茶-01'],
  ])('on the label of a product: %s', async (sku, format, code) => {
    const html = await ofProduct(sku, { format: 'html' })
    expect(html.status).toBe(200)
    const [drawing = ''] = drawingsOf(html.bytes)
    expect(await scan(drawing)).toEqual([[format, code]])
    const pdf = await ofProduct(sku, { format: 'pdf' })
    expect(await scan(drawnIn(pdf.bytes, 62, 29))).toEqual([[format, code]])
  })

  test('on the label of a lot, with item, expiry and lot where the item has a GTIN', async () => {
    for (const [sku, code] of [
      ['TEA-GS1', '4006381333948'],
      ['TEA-PLAIN', undefined],
    ] as const) {
      const barcodes = code === undefined ? [] : [{ code, isPrimary: true }]
      await app.call(products.create, {
        ...as(site),
        body: { name: 'Green tea', variants: [{ sku, tracking: 'lot', barcodes }] },
      })
      const line = { sku, qty: '1', lotCode: 'L-7', expiresOn: '2090-05-31' }
      await receiveInto(app, site, line)
      const { body } = await app.call(lots.list, { ...as(site), query: { q: sku } })
      const ids = body.items.map(({ id }) => id)
      const { bytes } = await print({ template: 'lot', ids, format: 'html' })
      const [[format, text = ''] = []] = await scan(drawingsOf(bytes)[0] ?? '')
      if (code === undefined) expect([format, text]).toEqual(['QRCode', 'L-7'])
      else {
        expect(format).toBe('DataMatrix')
        expect(text.replaceAll(/[()]/g, '').replaceAll('\u001d', '')).toBe(
          `010${code}1790053110L-7`,
        )
        const scanned = { code: `]d2010${code}1790053110L-7` }
        const found = await app.call(search.scan, { ...as(site), body: scanned })
        expect(found.body).toMatchObject({ kind: 'lot', id: ids[0] })
      }
    }
  })

  test('with the identifiers of GS1', async () => {
    const { bytes } = await ofProduct('GS1-A', { format: 'html' })
    const [[, text = ''] = []] = await scan(drawingsOf(bytes)[0] ?? '')
    expect(text).toContain('04006381333931')
    expect(text).toContain('L7')
  })

  test('on the label of a location, twice', async () => {
    const body = { template: 'location', ids: [site.a01.id], format: 'html', arrow: 'up' }
    const [drawing = ''] = drawingsOf((await print(body)).bytes)
    expect(await scan(drawing)).toEqual([
      ['Code128', 'A-01'],
      ['QRCode', 'A-01'],
    ])
    const pdf = await print({ ...body, format: 'pdf' })
    expect(await scan(drawnIn(pdf.bytes, 100, 50))).toEqual([
      ['Code128', 'A-01'],
      ['QRCode', 'A-01'],
    ])
  })

  test('in the language of label printers', async () => {
    const zpl = (await ofProduct('MUG-1', { format: 'zpl', copies: 3 })).bytes.toString()
    expect(zpl).toMatch(/^\^XA\^CI28\^PW496\^LL232\n/)
    expect(zpl).toContain('^PQ3^XZ')
    expect(zpl).toContain(`^FH_^FD${ean13}^FS`)
    const boxes = [...zpl.matchAll(/\^FO(\d+),(\d+)\^GB(\d+),(\d+),\d+\^FS/g)].map(
      ([, x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`,
    )
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="496" height="232">${boxes.join('')}</svg>`
    expect(await scan(drawn)).toEqual([['EAN13', ean13]])
    const plain = (await ofProduct('PLAIN-"<&>^~_', { format: 'zpl' })).bytes.toString()
    expect(plain).toContain('PLAIN-"<&>_5E_7E_5F')
  })

  test('and read by people', async () => {
    const [drawing = ''] = drawingsOf((await ofProduct('PLAIN-"<&>^~_', { format: 'html' })).bytes)
    expect(drawing).toContain('data-text="PLAIN-&quot;&lt;&amp;&gt;^~_"')
    expect(drawing).not.toContain('<b>')
    expect(drawing).toContain('Thing')
  })
})

describe('paper', () => {
  test('of a roll is one page for each label, as large as the label', async () => {
    const ids = [variantIds['MUG-1'], variantIds['TINY-8']]
    const pdf = await print({ template: 'product', ids, copies: 2 })
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(sizesIn(pdf.bytes)).toEqual(Array.from({ length: 4 }, () => [62, 29]))
    const place = await print({ template: 'location', ids: [site.a01.id] })
    expect(sizesIn(place.bytes)).toEqual([[100, 50]])
    const html = (await print({ template: 'product', ids, copies: 2, format: 'html' })).bytes
    expect(drawingsOf(html).length).toBe(4)
    expect(html.toString()).toContain('@page{size:62mm 29mm;margin:0}')
    expect(html.toString()).not.toMatch(/<script|<link|style=/)
  })

  test('of A4 is filled from the place where the first sheet was begun', async () => {
    const order = { template: 'product', ids: [variantIds['MUG-1']], paper: 'a4' }
    const pages = async (copies: number, startAt: number) =>
      sizesIn((await print({ ...order, copies, startAt })).bytes)
    expect(await pages(27, 1)).toEqual([[210, 297]])
    expect(await pages(27, 2)).toEqual([
      [210, 297],
      [210, 297],
    ])
    const html = (await print({ ...order, startAt: 5, format: 'html' })).bytes.toString()
    expect(html).toContain('<g transform="translate(74 47)">')
    const location = { template: 'location', ids: [site.a01.id], paper: 'a4', startAt: 11 }
    expect((await print(location)).status).toBe(400)
  })
})

test('of each there can be another number of copies', async () => {
  const ids = [variantIds['MUG-1'], variantIds['TINY-8']]
  const order = { template: 'product', ids, copiesOf: [1, 3] }
  const html = (await print({ ...order, format: 'html' })).bytes
  expect(drawingsOf(html).map((drawing) => /MUG-1|TINY-8/.exec(drawing)?.[0])).toEqual([
    'MUG-1',
    'TINY-8',
    'TINY-8',
    'TINY-8',
  ])
  const zpl = (await print({ ...order, format: 'zpl' })).bytes.toString()
  expect([...zpl.matchAll(/\^PQ(\d+)/g)].map(([, copies]) => copies)).toEqual(['1', '3'])
  for (const [copiesOf, path] of [
    [[1], 'copiesOf'],
    [[1, 0], 'copiesOf.1'],
    [[1, 2_000], 'copies'],
  ] as const) {
    const { status, bytes } = await print({ ...order, copiesOf })
    const { details } = JSON.parse(bytes.toString()) as { details: unknown }
    expect([status, details]).toMatchObject([400, [{ path }]])
  }
  expect((await print({ ...order, copiesOf: [10, 3], preview: true })).status).toBe(400)
})

describe('the sheet to practise with', () => {
  const practice = async (format: string, { params, token } = site) => {
    const answer = await app.http.inject({
      url: `/api/v1/tenant/${params.slug}/labels/practice?format=${format}`,
      headers: { authorization: `Bearer ${token}` },
    })
    return { type: answer.headers['content-type'], bytes: answer.rawPayload }
  }

  /** Returns the codes in fields that contain these words, read one by one as a person scans them. */
  async function codesOf(drawing: string, words: RegExp) {
    const codes: (string | undefined)[] = []
    for (const [, field] of drawing.matchAll(/<g transform="[^"]*">(.*?)<\/g>/g)) {
      if (!words.test(field ?? '')) continue
      const size = 'width="92mm" height="34mm" viewBox="0 0 92 34"'
      const found = await scan(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${field}</svg>`)
      codes.push(...found.map(([, text]) => text))
    }
    return codes
  }

  test('holds set pieces, goods and places of the workspace, and all of it can be read', async () => {
    const [drawing = ''] = drawingsOf((await practice('html')).bytes)
    const texts = await codesOf(drawing, /ABC-123|CMD:|PRACTICE-|LOT-7|Item MUG-1|Location A-01/)
    for (const code of ['ABC-123/xyz', 'CMD:UNDO', 'PRACTICE-1', ean13, 'A-01'])
      expect(texts).toContain(code)
    const gs1 = texts.find((text) => text?.includes('LOT-7'))
    expect(gs1).toContain(`0${ean13}`)
    expect(drawing).toContain('Item MUG-1')
    expect(drawing).toContain('Location A-01')
  })

  test('is one sheet of A4, also for a workspace that has nothing yet', async () => {
    const pdf = await practice('pdf')
    expect(pdf.type).toBe('application/pdf')
    expect(sizesIn(pdf.bytes)).toEqual([[210, 297]])
    const owner = await app.newOperator()
    const platform = await app.newPlatform(owner)
    const params = { slug: platform.slug }
    const { body } = await app.call(api.platforms.tenantSessions.login, { params, body: owner })
    const empty = await practice('html', { ...site, params, token: body.tokens.accessToken })
    const [drawing = ''] = drawingsOf(empty.bytes)
    expect(await codesOf(drawing, /<path/)).toHaveLength(4)
  })
})

test('what is printed is noted, what is only looked at is not', async () => {
  const noted = () =>
    arrange(
      app,
      `select metadata from audit.audit_log where action = 'LABELS_PRINTED' and platform_id = $1
       order by id`,
      [site.platform.id],
    )
  const before = await noted()
  await ofProduct('MUG-1', { format: 'html', preview: true })
  expect(await noted()).toEqual(before)
  await ofProduct('MUG-1', { format: 'zpl', copies: 4 })
  expect((await noted()).slice(before.length)).toEqual([
    { metadata: { template: 'product', format: 'zpl', labels: 4 } },
  ])
  expect((await ofProduct('MUG-1', { preview: true, copies: 13 })).status).toBe(400)
})

describe('an order that cannot be filled', () => {
  test('names what it may not: other platforms, other warehouses, nothing, too much', async () => {
    const other = await newWarehouse(app)
    const theirs = { template: 'location', ids: [other.a01.id], format: 'html' }
    expect((await print(theirs)).status).toBe(404)
    expect((await print({ template: 'product', ids: [variantIds['MUG-1']] }, other)).status).toBe(
      404,
    )
    expect((await print({ template: 'location', ids: [] })).status).toBe(400)
    const many = { template: 'location', ids: Array(100).fill(site.a01.id), copies: 100 }
    expect((await print(many)).status).toBe(400)
    const member = await app.newMember(site.owner, site.platform, { role: 'picker' })
    const south = await app.call(warehouses.create, {
      params: site.params,
      token: site.token,
      body: { code: 'SOUTH', name: 'South' },
    })
    await arrange(app, 'insert into tenant.member_warehouse_scope values ($1, $2, $3)', [
      site.platform.id,
      member.user.id,
      south.body.warehouse.id,
    ])
    const own = { template: 'location', ids: [site.a01.id] }
    expect((await print(own, { ...site, token: member.token })).status).toBe(404)
  })
})
