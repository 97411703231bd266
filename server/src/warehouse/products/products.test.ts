import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { as } from '../../../test/fixtures.ts'
import { newWarehouse, receive } from '../../../test/warehouse.ts'

const { products, variants } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)
const other = await newWarehouse(app)

let skus = 0
const newSku = () => `MUG-${++skus}`

/** A product of one variant, as the reply shows both. */
async function newProduct(variant: Record<string, unknown> = {}, at = site) {
  const body = { name: 'Mug', variants: [{ sku: newSku(), ...variant }] }
  const answer = await app.call(products.create, { ...as(at), body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const { product } = answer.body
  const [made] = product.variants
  if (!made) throw new Error('a product without a variant')
  return { product, variant: made }
}
const create = (variant: Record<string, unknown>) =>
  app.call(products.create, { ...as(site), body: { name: 'Mug', variants: [variant] } })
const change = (id: string, body: Record<string, unknown>, at = site) =>
  app.call(variants.update, {
    token: at.token,
    params: { ...at.params, variantId: id },
    body,
  })

describe('a product', () => {
  test('is made with variants, packs and barcodes, and found by any of them', async () => {
    const sku = newSku()
    const { product } = await newProduct({
      sku,
      name: 'blue',
      options: { colour: 'blue' },
      units: [{ code: 'case', numerator: '12' }],
      barcodes: [
        { code: '4006381333931', isPrimary: true },
        { code: '14006381333938', unit: 'case' },
      ],
    })
    const [variant] = product.variants
    expect(variant).toMatchObject({
      sku,
      qtyScale: 0,
      units: [{ code: 'case', numerator: '12', denominator: '1' }],
      barcodes: [
        { code: '4006381333931', unit: null, symbology: 'ean13', isPrimary: true },
        { code: '14006381333938', unit: 'case', symbology: 'itf14', isPrimary: false },
      ],
    })
    for (const q of [sku.toLowerCase(), 'blu mug', '4006381333931']) {
      const { body } = await app.call(variants.list, { ...as(site), query: { q } })
      expect(
        body.items.map(({ id }) => id),
        q,
      ).toContain(variant?.id)
    }
    const exact = await app.call(variants.list, {
      ...as(site),
      query: { sku: sku.toLowerCase() },
    })
    expect(exact.body.items.map(({ id }) => id)).toEqual([variant?.id])
    const none = await app.call(variants.list, { ...as(site), query: { q: '!!' } })
    expect(none.body.items).toEqual([])
    const events = await eventsOf(app, site.platform.id)
    expect(events.map(({ action }) => action)).toContain('PRODUCT_CREATED')
  })

  test('A13 has no SKU of another in whatever case, and no barcode with a wrong check digit', async () => {
    const { variant } = await newProduct()
    const taken = await create({ sku: variant.sku.toLowerCase() })
    const blockers = [{ type: 'variant' }]
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'duplicate_key', blockers }])
    const wrong = await create({ sku: newSku(), barcodes: [{ code: '4006381333932' }] })
    expect([wrong.status, wrong.body['code'], wrong.body['details']]).toMatchObject([
      422,
      'barcode_check_digit',
      [
        {
          path: 'variants.0.barcodes.0.code',
          message: 'The check digit of this barcode is wrong.',
        },
      ],
    ])
    const unknown = await create({ sku: newSku(), barcodes: [{ code: 'B-1', unit: 'case' }] })
    expect([unknown.status, unknown.body['code']]).toEqual([422, 'uom_unknown'])
  })

  test.each([
    [{ sku: '' }, 'variants.0.sku'],
    [{ sku: 'A', qtyScale: 7 }, 'variants.0.qtyScale'],
    [{ sku: 'A', tracking: 'colour' }, 'variants.0.tracking'],
    [{ sku: 'A', reorderPoint: 5 }, 'variants.0.reorderPoint'],
    [{ sku: 'A', sellPrice: '-1' }, 'variants.0.sellPrice'],
  ])('is refused with %j, by the name of the field', async (variant, path) => {
    const answer = await create(variant)
    expect([answer.status, answer.body['details']]).toMatchObject([400, [{ path }]])
  })

  test('keeps a reorder point its unit can count', async () => {
    const answer = await create({ sku: newSku(), reorderPoint: '1.5' })
    expect([answer.status, answer.body['code'], answer.body['nearest']]).toEqual([
      422,
      'uom_not_exact',
      ['1', '2'],
    ])
  })

  test('goes with all its variants, and comes back', async () => {
    const { product } = await newProduct()
    const path = { token: site.token, params: { ...site.params, productId: product.id } }
    const body = { version: product.version }
    const gone = await app.call(products.archive, { ...path, body })
    expect(gone.body.product).toMatchObject({
      state: 'archived',
      variants: [{ state: 'archived' }],
    })
    const stale = await app.call(products.restore, { ...path, body })
    expect([stale.status, stale.body['code']]).toEqual([409, 'version_conflict'])
    const again = { version: gone.body.product.version }
    const twice = await app.call(products.archive, { ...path, body: again })
    const blockers = [{ type: 'product', from: 'archived', to: 'archived', allowed: ['active'] }]
    expect([twice.status, twice.body]).toMatchObject([
      409,
      { code: 'invalid_transition', blockers },
    ])
    const back = await app.call(products.restore, { ...path, body: again })
    expect(back.body.product).toMatchObject({ state: 'active', variants: [{ state: 'active' }] })
  })
})

describe('a variant with stock', () => {
  test('A14 keeps its decimals and its tracking', async () => {
    const { variant } = await newProduct()
    const free = await change(variant.id, { qtyScale: 1, version: variant.version })
    expect(free.body.variant.qtyScale).toBe(1)
    await receive(app, site, variant.id, '100')
    const frozen = await change(variant.id, { qtyScale: 0, version: free.body.variant.version })
    expect([frozen.status, frozen.body['code']]).toEqual([409, 'frozen'])
    const { body } = await app.call(variants.list, {
      ...as(site),
      query: { q: variant.sku },
    })
    expect(body.items[0]).toMatchObject({ onHand: '10.0', available: '10.0', reserved: '0.0' })
  })

  test('A22 is not archived', async () => {
    const { variant } = await newProduct()
    await receive(app, site, variant.id, '3')
    const refused = await app.call(variants.archive, {
      token: site.token,
      params: { ...site.params, variantId: variant.id },
      body: { version: variant.version },
    })
    expect([refused.status, refused.body['code'], refused.body['blockers']]).toMatchObject([
      409,
      'in_use',
      [{ type: 'stock', sku: variant.sku, onHand: '3' }],
    ])
  })
})

test('a pack that a barcode stands for stays', async () => {
  const { variant } = await newProduct({
    units: [{ code: 'case', numerator: '6' }],
    barcodes: [{ code: 'CASE-6', unit: 'case' }],
  })
  const path = { token: site.token, params: { ...site.params, variantId: variant.id } }
  const kept = await app.call(variants.setUnits, { ...path, body: { units: [] } })
  expect([kept.status, kept.body['code']]).toEqual([409, 'in_use'])
  await app.call(variants.removeBarcode, { ...path, body: { code: 'CASE-6' } })
  const { body } = await app.call(variants.setUnits, { ...path, body: { units: [] } })
  expect(body.variant).toMatchObject({ units: [], barcodes: [] })
})

test('A18 who may not see costs neither reads nor sets them', async () => {
  const { product } = await newProduct({ purchasePrice: '2.50', sellPrice: '9.9' })
  expect(product.variants[0]).toMatchObject({ purchasePrice: '2.5', sellPrice: '9.9' })
  const picker = await app.newMember(site.owner, site.platform, { role: 'picker' })
  const seen = await app.call(products.details, {
    token: picker.token,
    params: { ...site.params, productId: product.id },
  })
  expect(seen.status).toBe(200)
  expect(Object.keys(seen.body.product.variants[0] ?? {})).not.toContain('purchasePrice')
  const clerk = await app.newMember(site.owner, site.platform, {
    permissions: ['catalog.product.*'],
  })
  const refused = await app.call(products.create, {
    token: clerk.token,
    params: site.params,
    body: { name: 'Mug', variants: [{ sku: newSku(), purchasePrice: '1' }] },
  })
  expect([refused.status, refused.body['code'], refused.body['details']]).toMatchObject([
    422,
    'permission_denied',
    [{ message: 'catalog.cost.update' }],
  ])
  // To remove one is to set it, alone or among others.
  const [{ id = '', version = 0 } = {}] = product.variants
  const path = { token: clerk.token, params: { ...site.params, variantId: id } }
  const removals = [
    await app.call(variants.update, { ...path, body: { purchasePrice: null, version } }),
    await app.call(variants.updateBatch, {
      token: clerk.token,
      params: site.params,
      body: { mode: 'all_or_nothing', items: [{ id, sellPrice: null, version }] },
    }),
  ]
  expect(removals.map(({ body }) => body['details'])).toMatchObject([
    [{ message: 'catalog.cost.update' }],
    [{ message: 'catalog.price.update' }],
  ])
  const renamed = await app.call(variants.update, { ...path, body: { name: 'Blue', version } })
  expect(renamed.status).toBe(200)
})

test('the newest primary barcode of a unit is its only one', async () => {
  const code = () => `B-${randomUUID()}`
  const [first, second, ofCase, newest, other] = [code(), code(), code(), code(), code()]
  const { variant } = await newProduct({
    units: [{ code: 'case', numerator: '12' }],
    barcodes: [
      { code: first, isPrimary: true },
      { code: second, isPrimary: true },
      { code: ofCase, unit: 'case', isPrimary: true },
    ],
  })
  const primary = ({ barcodes }: typeof variant) =>
    barcodes.flatMap((one) => (one.isPrimary ? [one.code] : []))
  expect(new Set(primary(variant))).toEqual(new Set([second, ofCase]))
  const add = (barcode: { code: string; isPrimary: boolean }) =>
    app.call(variants.addBarcode, {
      token: site.token,
      params: { ...site.params, variantId: variant.id },
      body: barcode,
    })
  const added = await add({ code: newest, isPrimary: true })
  expect(new Set(primary(added.body.variant))).toEqual(new Set([newest, ofCase]))
  const last = await add({ code: other, isPrimary: false })
  expect(new Set(primary(last.body.variant))).toEqual(new Set([newest, ofCase]))
})

test('A20 another platform finds nothing, in the same words as for what never was', async () => {
  const { product, variant } = await newProduct()
  const stranger = as(other)
  const answers = async (productId: string, variantId: string) => {
    const given = await Promise.all([
      app.call(products.details, { ...stranger, params: { ...stranger.params, productId } }),
      change(variantId, { name: 'x', version: 1 }, other),
      app.call(variants.addBarcode, {
        ...stranger,
        params: { ...stranger.params, variantId },
        body: { code: 'X-1' },
      }),
    ])
    return given.map(({ status, body: { requestId: _, ...rest } }) => [status, rest])
  }
  const foreign = await answers(product.id, variant.id)
  expect(foreign.map(([status]) => status)).toEqual([404, 404, 404])
  expect(await answers(randomUUID(), randomUUID())).toEqual(foreign)
  const { body } = await app.call(variants.list, { ...stranger, query: { q: variant.sku } })
  expect(body.items).toEqual([])
})

test('the words a new variant is found by are those its next change writes', async () => {
  const { variant } = await newProduct({
    name: 'Dark blue, 0.5 l',
    options: { colour: "dark 'blue'", size: 'XL/2' },
    barcodes: [{ code: '4006381333948' }, { code: 'Bin-7 x' }],
  })
  const words = () =>
    arrange(
      app,
      `select tsvector_to_array(search) as words from tenant.variants where variant_id = $1`,
      [variant.id],
    )
  const made = await words()
  const changed = await change(variant.id, { version: 1, weightG: 1 })
  expect(changed.status).toBe(200)
  expect(await words()).toEqual(made)
})

test('a variant is added to the product it names, and to none of another platform', async () => {
  const { product } = await newProduct()
  const add = (productId: string, sku: string) =>
    app.call(variants.create, { ...as(site), body: { productId, sku } })
  const sku = newSku()
  const { status, body } = await add(product.id, sku)
  expect([status, body.variant]).toMatchObject([201, { productId: product.id, sku }])
  const taken = await add(product.id, sku)
  expect([taken.status, taken.body]).toMatchObject([
    409,
    { code: 'duplicate_key', blockers: [{ type: 'variant' }] },
  ])
  const theirs = (await newProduct({}, other)).product
  const answers = [await add(theirs.id, newSku()), await add(randomUUID(), newSku())]
  expect(answers.map((one) => [one.status, one.body['code']])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ])
})
