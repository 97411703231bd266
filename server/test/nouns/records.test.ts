import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { eventTypes } from '@stowage/contract/workspace/event-types'
import { describe, expect, test } from 'vitest'
import { as, newItem } from '../fixtures.ts'
import { checked, csv, step } from '../imports.ts'
import { orderOf } from '../order-calls.ts'
import { recordSamples } from '../samples.ts'
import { setupSite } from '../setup-site.ts'
import { newWarehouse } from '../warehouse.ts'

/* What can be changed can be followed: each change of a record sends an event. */

const { warehouse: w, orders: o, workspace } = api
const { app, site } = await setupSite()

type Reply = Record<string, { id: string; version: number }>
const send = async (route: Route, params: object, body: object) => {
  const { status, body: reply } = await app.call(route as typeof w.zones.create, {
    token: site.token,
    params: { ...site.params, ...params },
    body: body as never,
  })
  expect([200, 201], JSON.stringify(reply)).toContain(status)
  return reply as unknown as Reply
}

/** How many events the workspace has now, as the place to go on from. */
async function feed(after: string, at = site) {
  const items = []
  for (let from = after; ;) {
    const { body } = await app.call(workspace.events.list, {
      ...as(at),
      query: { after: from, limit: '200' },
    })
    items.push(...body.items)
    if (body.next === from) return { items, next: from }
    from = body.next
  }
}
/** Returns the events recorded during a call. */
async function during(work: () => Promise<unknown>, at = site) {
  const { next } = await feed('0', at)
  await work()
  return (await feed(next, at)).items
}
const typesOf = (items: readonly { type: string }[]) => {
  const counts = Map.groupBy(items, ({ type }) => type)
  return Object.fromEntries([...counts].map(([type, all]) => [type, all.length]))
}

const named = (body: object) => ({ ...body, name: 'Other' })
const { productId } = await newItem(app, site)
const kinds = recordSamples(site, 'FOLLOWED', productId)

test('there is a sample of every kind of record', () => {
  const areas = Object.entries(eventTypes).filter(
    ([, types]) => types.includes('archived') && types.includes('restored'),
  )
  expect(Object.keys(kinds)).toEqual(expect.arrayContaining(areas.map(([area]) => area)))
})

test.each(Object.entries(kinds))('each change of a %s sends one event', async (type, kind) => {
  const { id: parameter, create, change, archive, restore, carried } = kind
  const { next } = await feed('0')
  const made = await send(create.route, {}, create.body ?? {})
  const { id = '', version = 0 } = made[type] ?? {}
  let current = version
  const versions = [version]
  for (const verb of [change, archive, restore]) {
    if (!verb) continue
    const reply = await send(verb.route, { [parameter]: id }, { ...verb.body, version: current })
    current = reply[type]?.version ?? 0
    versions.push(current)
  }
  const { items } = await feed(next)
  const told = items.filter(({ subject }) => subject.id === id)
  const names = ['created', 'updated']
  if (archive) names.push('archived')
  if (restore) names.push('restored')
  expect(told.map((one) => one.type)).toEqual(names.map((name) => `${type}.${name}`))
  expect(told.map(({ subject }) => subject)).toEqual(
    versions.map((of) => ({ type, id, version: of })),
  )
  for (const { data } of told) expect(data).toMatchObject(carried)
  expect(told[1]?.data).toMatchObject({ changed: Object.keys(change.body ?? {}) })
  expect(JSON.stringify(items)).not.toContain('example.')
})

describe('what is changed together is told one by one', () => {
  test('a warehouse with the places it begins with', async () => {
    const told = await during(() => send(w.warehouses.create, {}, named({ code: 'NEW' })))
    expect(typesOf(told)).toEqual({
      'warehouse.created': 1,
      'zone.created': 4,
      'location.created': 4,
    })
  })

  test('locations that are generated, blocked and unblocked', async () => {
    const warehouseId = site.warehouse.id
    let ids: string[] = []
    const made = await during(() =>
      send(w.locations.generate, {}, { warehouseId, pattern: 'G-{01..12}' }),
    )
    expect(typesOf(made)).toEqual({ 'location.created': 12 })
    ids = made.map(({ subject }) => subject.id)
    expect(new Set(made.map(({ data }) => data['code'])).size).toBe(12)
    const blocked = await during(() => send(w.locations.blockMany, {}, { ids, direction: 'in' }))
    expect(typesOf(blocked)).toEqual({ 'location.blocked': 12 })
    expect(blocked[0]).toMatchObject({ subject: { version: 2 }, data: { status: 'blocked_in' } })
    const open = await during(() => send(w.locations.unblockMany, {}, { ids }))
    expect(typesOf(open)).toEqual({ 'location.unblocked': 12 })
  })

  test('products with their variants, and variants that take their product along', async () => {
    const mode = 'all_or_nothing'
    const items = ['A', 'B'].map((name) => ({ name, variants: [{ sku: `${name}-1` }] }))
    const made = await during(() => send(w.products.createBatch, {}, { mode, items }))
    expect(typesOf(made)).toEqual({ 'product.created': 2, 'variant.created': 2 })
    const ids = made.flatMap(({ subject }) => (subject.type === 'variant' ? [subject.id] : []))
    const gone = await during(() => send(w.variants.archiveMany, {}, { ids }))
    expect(typesOf(gone)).toEqual({ 'variant.archived': 2, 'product.archived': 2 })
    const back = await during(() => send(w.variants.restoreMany, {}, { ids }))
    expect(typesOf(back)).toEqual({ 'variant.restored': 2, 'product.restored': 2 })
    const more = { mode, items: [{ productId: made[0]?.subject.id, sku: 'A-2' }] }
    expect(typesOf(await during(() => send(w.variants.createBatch, {}, more)))).toEqual({
      'variant.created': 1,
    })
  })

  test('a product and those of its variants that go with it', async () => {
    const item = await newItem(app, site)
    const params = { productId: item.productId }
    const second = await send(w.variants.create, {}, { ...params, sku: `${item.sku}-2` })
    const { id = '', version = 0 } = second['variant'] ?? {}
    await send(w.variants.archive, { variantId: id }, { version })
    const gone = await during(() => send(w.products.archive, params, { version: 1 }))
    expect(typesOf(gone)).toEqual({ 'product.archived': 1, 'variant.archived': 1 })
    const back = await during(() => send(w.products.restore, params, { version: 2 }))
    expect(typesOf(back)).toEqual({ 'product.restored': 1, 'variant.restored': 2 })
  })

  test('barcodes and packs of a variant, and what a kit is made of', async () => {
    const { id: variantId, sku } = await newItem(app, site)
    const barcode = { code: 'BOX-7' }
    const added = await during(() => send(w.variants.addBarcode, { variantId }, barcode))
    expect(added).toMatchObject([
      { type: 'variant.barcode_added', data: { sku, barcode: 'BOX-7' } },
    ])
    const gone = await during(() => send(w.variants.removeBarcode, { variantId }, barcode))
    expect(typesOf(gone)).toEqual({ 'variant.barcode_removed': 1 })
    const units = [{ code: 'box', numerator: '6', denominator: '1' }]
    const packed = await during(() => send(w.variants.setUnits, { variantId }, { units }))
    expect(packed).toMatchObject([{ type: 'variant.updated', data: { changed: ['units'] } }])
    const kit = { name: 'Set', kind: 'virtual_kit', variants: [{ sku: `${sku}-SET` }] }
    const made = await during(() => send(w.products.create, {}, kit))
    const kitId = made.find(({ subject }) => subject.type === 'variant')?.subject.id
    const components = [{ sku, qty: '2' }]
    expect(
      await during(() => send(w.kits.save, { variantId: kitId }, { components })),
    ).toMatchObject([{ type: 'variant.updated', data: { changed: ['components'] } }])
  })

  test('the channel of the first order that is entered by hand', async () => {
    const other = await newWarehouse(app)
    const { sku } = await newItem(app, other)
    const order = () => orderOf(app, other, sku, '1', { confirm: undefined })
    const first = await during(order, other)
    expect(first.find(({ type }) => type === 'channel.created')?.data).toMatchObject({
      code: 'MANUAL',
    })
    expect(typesOf(await during(order, other))).not.toHaveProperty(['channel.created'])
  })
})

describe('a file and its undoing tell of', () => {
  const applied = async (kind: 'products' | 'locations' | 'customers', rows: string[][]) => {
    let id = ''
    const told = await during(async () => {
      id = (await checked(app, site, kind, csv(...rows))).id
      const { state } = await step(app, site, 'apply', id)
      expect(state).toBe('done')
    })
    return { told, undone: () => during(() => step(app, site, 'undo', id)) }
  }

  test('products, their variants, barcodes and categories', async () => {
    const head = ['sku', 'name', 'category', 'barcode', 'weight_g']
    const first = await applied('products', [head, ['F-1', 'File', 'Filed', 'FILE-1', '']])
    expect(typesOf(first.told)).toEqual({
      'category.created': 1,
      'product.created': 1,
      'variant.created': 1,
    })
    const later = await applied('products', [head, ['F-1', 'Files', 'Filed', 'FILE-2', '9']])
    expect(typesOf(later.told)).toEqual({
      'product.updated': 1,
      'variant.updated': 1,
      'variant.barcode_added': 1,
    })
    const changed = new Map(later.told.map(({ type, data }) => [type, data['changed']]))
    expect(changed.get('product.updated')).toEqual(['name'])
    expect(changed.get('variant.updated')).toEqual(['weightG'])
    expect(typesOf(await later.undone())).toEqual({
      'product.updated': 1,
      'variant.updated': 1,
      'variant.barcode_removed': 1,
    })
    expect(typesOf(await first.undone())).toEqual({ 'variant.archived': 1, 'product.archived': 1 })
  })

  test('locations', async () => {
    const head = ['warehouse', 'code', 'sequence']
    const first = await applied('locations', [head, ['MAIN', 'F-01', '1']])
    expect(first.told).toMatchObject([
      { type: 'location.created', subject: { version: 1 }, data: { code: 'F-01' } },
    ])
    const locationId = first.told[0]?.subject.id
    await send(w.locations.archive, { locationId }, { version: 1 })
    const later = await applied('locations', [head, ['MAIN', 'F-01', '2']])
    expect(later.told).toMatchObject([
      { type: 'location.updated', subject: { version: 3 }, data: { changed: ['pickSequence'] } },
      { type: 'location.restored', subject: { version: 3 } },
    ])
    expect(typesOf(await later.undone())).toEqual({ 'location.updated': 1, 'location.archived': 1 })
    const other = await applied('locations', [head, ['MAIN', 'F-02', '1']])
    expect(typesOf(await other.undone())).toEqual({ 'location.archived': 1 })
  })

  test('customers', async () => {
    const head = ['code', 'name', 'email']
    const first = await applied('customers', [head, ['F-1', 'Ada', 'ada@example.com']])
    expect(typesOf(first.told)).toEqual({ 'customer.created': 1 })
    const customerId = first.told[0]?.subject.id
    await send(o.customers.archive, { customerId }, { version: 1 })
    const later = await applied('customers', [head, ['F-1', 'Ada B', '']])
    expect(later.told).toMatchObject([
      { type: 'customer.updated', subject: { version: 3 }, data: { changed: ['name'] } },
      { type: 'customer.restored', subject: { version: 3 } },
    ])
    expect(typesOf(await later.undone())).toEqual({ 'customer.updated': 1, 'customer.archived': 1 })
    const other = await applied('customers', [head, ['F-2', 'Eve', 'eve@example.com']])
    expect(typesOf(await other.undone())).toEqual({ 'customer.archived': 1 })
    expect(JSON.stringify([first.told, later.told])).not.toContain('example.com')
  })
})
