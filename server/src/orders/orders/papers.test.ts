import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { scanDrawing } from '../../../test/barcodes.ts'
import { as, newItem, openSite, stocked } from '../../../test/fixtures.ts'
import { readPdf } from '../../../test/pdf.ts'
import { png, upload } from '../../../test/pictures.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { orders, customers } = api.orders
const { app, site } = await setupSite()

type Site = Awaited<ReturnType<typeof newWarehouse>>

async function enter(
  lines: Record<string, unknown>[],
  more: Record<string, unknown> = {},
  at: Site = site,
) {
  const { body, status } = await app.call(orders.create, { ...as(at), body: { lines, ...more } })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.order
}

async function print(
  kind: string,
  ids: readonly string[],
  { by = site.token, at = site, more = '' }: { by?: string; at?: Site; more?: string } = {},
) {
  const answer = await app.http.inject({
    url: `/api/v1/tenant/${at.params.slug}/orders/papers?kind=${kind}&ids=${ids.join(',')}${more}`,
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
  pages.map(({ texts }) => texts.join('\n')).join('\n')

const address = {
  name: 'Zoë Ångström',
  company: 'Łódź Sp. z o.o.',
  line1: 'Piotrkowska 104',
  postalCode: '90-926',
  city: 'Łódź',
  country: 'PL',
  phone: '+48 123',
}

describe('an order confirmation', () => {
  test('has the prices and totals of the order, and nothing internal', async () => {
    const mug = await stocked(app, site)
    const order = await enter(
      [
        {
          sku: mug.sku,
          qty: '3',
          unitPrice: '1234.565',
          discount: '1.2',
          tax: '7',
          note: 'secret',
        },
        { sku: mug.sku, qty: '1', unitPrice: '0.0049' },
      ],
      { currency: 'EUR', note: 'Do not tell', shippingAddress: address, externalId: '#1001' },
    )
    const printed = await print('confirmation', [order.id])
    expect(printed.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${order.number}-confirmation.pdf"`,
    })
    const text = textOf(printed)
    const { totals } = order
    expect(totals).toMatchObject({ subtotal: '3703.7', discount: '1.2', tax: '7', total: '3709.5' })
    expect(text).toContain('Order draft')
    expect(text).toContain('Subtotal\n3,703.70\nDiscount\n−1.20\nTax\n7.00\nTotal EUR\n3,709.50')
    expect(text).toContain('3 each\n1,234.565\n−1.20\n7.00\n3,702.50')
    expect(text).toContain('1 each\n0.0049\n-\n0.00\n0.00')
    expect(text).toContain('Zoë Ångström\nŁódź Sp. z o.o.\nPiotrkowska 104\n90-926 Łódź\nPOLAND')
    expect(text).toContain('Your reference\n#1001')
    for (const internal of ['secret', 'Do not tell', 'MAIN', 'Priority'])
      expect(text).not.toContain(internal)
  })

  test('writes amounts with the decimals of their currency', async () => {
    const mug = await stocked(app, site)
    const order = await enter([{ sku: mug.sku, qty: '2', unitPrice: '1500' }], { currency: 'JPY' })
    expect(textOf(await print('confirmation', [order.id]))).toContain('Total JPY\n3,000')
  })

  test('shows packs as they were ordered, and what is cancelled', async () => {
    const mug = await stocked(app, site, { units: [{ code: 'case', numerator: '12' }] })
    const order = await enter([{ sku: mug.sku, qty: '2', unit: 'case', unitPrice: '100' }], {
      confirm: { mode: 'cancel_rest' },
    })
    const text = textOf(await print('confirmation', [order.id]))
    expect(text).toContain('Order confirmation')
    expect(text).toContain('2 case\n= 24 each\n14 cancelled')
  })

  test('has the logo of the platform once, however many orders there are', async () => {
    const at = await newWarehouse(app)
    const mug = await stocked(app, at)
    const logo = await app.call(api.platforms.logos.save, {
      token: at.owner.token,
      params: { platformId: at.platform.id },
      body: upload(await png(120, 60)),
    })
    expect(logo.status).toBe(200)
    const ids = [
      await enter([{ sku: mug.sku, qty: '1' }], {}, at),
      await enter([{ sku: mug.sku, qty: '1' }], {}, at),
    ]
    const answer = await app.http.inject({
      url: `/api/v1/tenant/${at.params.slug}/orders/papers?kind=sheet&ids=${ids.map(({ id }) => id).join(',')}`,
      headers: { authorization: `Bearer ${at.token}` },
    })
    const images = answer.rawPayload.toString('latin1').match(/\/Subtype \/Image\n/g) ?? []
    // The picture and its transparency.
    expect(images.length).toBeLessThanOrEqual(2)
    expect(images.length).toBeGreaterThan(0)
  })
})

describe('an order sheet', () => {
  test('has a barcode that scans, and what the warehouse has to know, without prices', async () => {
    const mug = await newItem(app, site, { barcodes: [{ code: '4006381333931', isPrimary: true }] })
    const order = await enter([{ sku: mug.sku, qty: '3', unitPrice: '19.99', note: 'Gift wrap' }], {
      note: 'Ring twice',
      priority: 8,
      shippingAddress: address,
      shipComplete: true,
    })
    const printed = await print('sheet', [order.id])
    expect(await scanDrawing(printed.pages[0]?.svg)).toEqual([['Code128', order.number]])
    const text = textOf(printed)
    expect(text).toContain('Draft: not confirmed, nothing is reserved')
    expect(text).toContain('Priority\n8\nShipments\nComplete only')
    expect(text).toContain(`${mug.sku}\n4006381333931\n`)
    expect(text).toContain('Gift wrap\n3 each\n0\n0\n-')
    expect(text).toContain('Ring twice')
    expect(text).not.toContain('19.99')
  })

  test('names holds, warehouses and times of the warehouse’s zone', async () => {
    const at = await newWarehouse(app)
    const code = `T${randomUUID().slice(0, 6).toUpperCase()}`
    const tokyo = await openSite(app, at, code, 'Asia/Tokyo')
    const mug = await newItem(app, at)
    await app.call(api.warehouse.receiving.create, {
      ...as(at),
      body: { warehouseId: tokyo.id, complete: true, lines: [{ sku: mug.sku, qty: '5' }] },
    })
    const confirmed = await enter(
      [{ sku: mug.sku, qty: '2' }],
      { confirm: { mode: 'strict' }, promisedShipAt: '2026-11-24T20:00:00Z' },
      at,
    )
    await app.call(orders.hold, {
      ...as(at),
      params: { ...at.params, orderId: confirmed.id },
      body: { version: confirmed.version, kind: 'payment', note: 'Card expired' },
    })
    const text = textOf(await print('sheet', [confirmed.id], { at, by: at.token }))
    expect(text).toContain('On hold: Payment, Card expired')
    expect(text).toContain(`2 each\n2\n0\n${code}`)
    expect(text).toContain('Ship by\n25 Nov 2026, 05:00')
    expect(text).toContain('Asia/Tokyo')
  })

  test('of a thousand lines repeats its head on every page and loses none', async () => {
    const name = 'A name that is much too long for one line of a printed table, told in full'
    const mug = await newItem(app, site, {}, name)
    const lines = Array.from({ length: 1_000 }, (_, i) => ({ sku: mug.sku, qty: String(i + 1) }))
    const order = await enter(lines)
    const { pages } = await print('sheet', [order.id], { more: '&size=letter' })
    expect(pages.length).toBeGreaterThan(30)
    for (const [i, { width, height, texts }] of pages.entries()) {
      expect([width, height]).toEqual([612, 792])
      expect(texts).toContain('Backordered')
      expect(texts).toContain(`Page ${i + 1} of ${pages.length}`)
    }
    const numbers = new Set(
      pages.flatMap(({ texts }) => texts.filter((text) => /^[\d,]+ each$/.test(text))),
    )
    expect(numbers.size).toBe(1_000)
    expect(pages[0]?.texts.join(' ')).toContain('told in full')
  })
})

test('several orders are one file in the given order, each with its own pages', async () => {
  const mug = await stocked(app, site)
  const some = [
    await enter([{ sku: mug.sku, qty: '1' }]),
    await enter([{ sku: mug.sku, qty: '1' }]),
  ]
  const ids = some.map(({ id }) => id).toReversed()
  const { pages, headers } = await print('confirmation', ids)
  expect(pages.map(({ texts }) => texts.find((text) => text.startsWith('SO-')))).toEqual(
    some.map(({ number }) => number).toReversed(),
  )
  expect(pages.every(({ texts }) => texts.includes('Page 1 of 1'))).toBe(true)
  expect(headers['content-disposition']).toContain('order-confirmations-')
})

describe('a reader', () => {
  test('without the right to contact details gets them masked', async () => {
    const mug = await stocked(app, site)
    const { id } = await enter([{ sku: mug.sku, qty: '1' }], { shippingAddress: address })
    const clerk = await app.newMember(site.owner, site.platform, { role: 'returns_clerk' })
    const text = textOf(await print('confirmation', [id], { by: clerk.token }))
    expect(text).toContain('P•••')
    expect(text).not.toContain('Piotrkowska')
  })

  test('gets no order of another platform or another warehouse', async () => {
    const mug = await stocked(app, site)
    const own = await enter([{ sku: mug.sku, qty: '1' }], { confirm: { mode: 'strict' } })
    const other = await newWarehouse(app)
    const foreign = await print('sheet', [own.id], { at: other, by: other.token })
    expect([foreign.status, foreign.body?.code]).toEqual([404, 'not_found'])
    const mixed = await print('sheet', [own.id, randomUUID()])
    expect(mixed.status).toBe(404)
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
    await arrange(
      app,
      `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
       select platform_id, id, $2 from tenant.members where platform_id = $1 and email = $3`,
      [site.platform.id, east.id, picker.email],
    )
    expect((await print('sheet', [own.id], { by: picker.token })).status).toBe(404)
  })

  test.each([
    ['poster', [randomUUID()], 'kind'],
    ['sheet', [], 'ids'],
    ['sheet', ['7'], 'ids.0'],
    ['sheet', Array.from({ length: 101 }, () => randomUUID()), 'ids'],
  ])('is told which field is wrong: %s %#', async (kind, ids, path) => {
    const { status, body } = await print(kind, ids)
    expect([status, body?.details.map((one) => one.path)]).toEqual([400, [path]])
  })
})

test('an order without an address shows its customer', async () => {
  const mug = await stocked(app, site)
  const { body } = await app.call(customers.create, {
    ...as(site),
    body: { code: `C-${randomUUID().slice(0, 8)}`, name: 'Bruno Berg' },
  })
  const { id } = await enter([{ sku: mug.sku, qty: '1' }], { customerId: body.customer.id })
  expect(textOf(await print('confirmation', [id]))).toContain('Ship to\nBruno Berg')
})
