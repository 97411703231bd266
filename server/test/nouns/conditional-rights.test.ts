import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { warehousePermissions } from '@stowage/contract/member-permissions'
import { expect, test } from 'vitest'
import { sharedApp } from '../app.ts'
import { routes } from '../routes.ts'
import { newWarehouse } from '../warehouse.ts'

const { adjustments, locations, lots, products, receiving, variants, stock } = api.warehouse
const { labels } = api.workspace
const { externalOrders, fulfil, fulfillments, orders, packing, returns, shipping } = api.orders
const { savedViews } = api.workspace
const app = await sharedApp()
const site = await newWarehouse(app)

const id = randomUUID()
const effectiveAt = '2026-01-01T00:00:00Z'
const batch = (item: object) => ({ mode: 'valid_items', items: [item] })
const variant = (prices: object) => ({ sku: 'S-1', ...prices })
const receipt = (more: object) => ({
  warehouseId: id,
  lines: [{ variantId: id, qty: '1' }],
  ...more,
})
const adjustment = (more: object) => ({
  warehouseId: id,
  reasonCode: 'found',
  lines: [{ variantId: id, qty: '1', mode: 'delta', locationId: id }],
  ...more,
})
const toHold = { lines: [{ variantId: id, qty: '1', fromLocationId: id, toStatus: 'hold' }] }
const draft = { version: 1, displace: true }
const line = { variantId: id, qty: '1' }
const sellPrice = { sellPrice: '1' }
const purchasePrice = { purchasePrice: '1' }

/** An input of each route for each of its conditional rights. Nothing it names has to exist. */
const inputs: readonly [route: { path: string }, permission: string, body: object][] = [
  [products.create, 'catalog.price.update', { name: 'P', variants: [variant(sellPrice)] }],
  [products.create, 'catalog.cost.update', { name: 'P', variants: [variant(purchasePrice)] }],
  [products.addVariant, 'catalog.price.update', variant(sellPrice)],
  [products.addVariant, 'catalog.cost.update', variant(purchasePrice)],
  [variants.create, 'catalog.price.update', variant({ productId: id, ...sellPrice })],
  [variants.create, 'catalog.cost.update', variant({ productId: id, ...purchasePrice })],
  [variants.update, 'catalog.price.update', { version: 1, ...sellPrice }],
  [variants.update, 'catalog.cost.update', { version: 1, ...purchasePrice }],
  [
    products.createBatch,
    'catalog.price.update',
    batch({ name: 'P', variants: [variant(sellPrice)] }),
  ],
  [
    products.createBatch,
    'catalog.cost.update',
    batch({ name: 'P', variants: [variant(purchasePrice)] }),
  ],
  [variants.createBatch, 'catalog.price.update', batch(variant({ productId: id, ...sellPrice }))],
  [
    variants.createBatch,
    'catalog.cost.update',
    batch(variant({ productId: id, ...purchasePrice })),
  ],
  [variants.updateBatch, 'catalog.price.update', batch({ id, version: 1, ...sellPrice })],
  [variants.updateBatch, 'catalog.cost.update', batch({ id, version: 1, ...purchasePrice })],
  [receiving.create, 'receipt.complete', receipt({ complete: true })],
  [receiving.create, 'stock.backdate', receipt({ complete: true, effectiveAt })],
  [receiving.createBatch, 'receipt.complete', batch(receipt({ complete: true }))],
  [receiving.createBatch, 'stock.backdate', batch(receipt({ complete: true, effectiveAt }))],
  [receiving.complete, 'stock.backdate', { version: 1, effectiveAt }],
  [adjustments.create, 'stock.backdate', adjustment({ effectiveAt })],
  [adjustments.create, 'stock.unreserve', adjustment({ displace: true })],
  [adjustments.createBatch, 'stock.backdate', batch(adjustment({ effectiveAt }))],
  [adjustments.createBatch, 'stock.unreserve', batch(adjustment({ displace: true }))],
  [adjustments.update, 'stock.backdate', { version: 1, effectiveAt }],
  [adjustments.submit, 'stock.unreserve', draft],
  [adjustments.post, 'stock.unreserve', draft],
  [adjustments.approve, 'stock.unreserve', draft],
  [stock.move, 'stock.status.change', toHold],
  [stock.move, 'stock.unreserve', { ...toHold, displace: true }],
  [stock.moveBatch, 'stock.status.change', batch(toHold)],
  [lots.hold, 'stock.unreserve', draft],
  [lots.recall, 'stock.unreserve', { ...draft, note: 'Glass' }],
  [
    orders.createBatch,
    'order.confirm',
    batch({ lines: [{ variantId: id, qty: '1' }], confirm: {} }),
  ],
  [orders.create, 'order.confirm', { lines: [{ variantId: id, qty: '1' }], confirm: {} }],
  [orders.createBatch, 'customer.manage', batch({ lines: [line], customer: { code: 'C' } })],
  [orders.create, 'customer.manage', { lines: [line], customer: { code: 'C' } }],
  [orders.updateLine, 'order.price.override', { version: 1, unitPrice: '1' }],
  [savedViews.create, 'view.share', { screen: 'orders', name: 'V', query: {}, isShared: true }],
  [savedViews.update, 'view.share', { version: 1, isShared: true }],
  [externalOrders.put, 'order.update', { lines: [{ variantId: id, qty: '1' }] }],
  [externalOrders.put, 'order.confirm', { lines: [{ variantId: id, qty: '1' }], confirm: {} }],
  [externalOrders.put, 'customer.manage', { lines: [line], customer: { code: 'C' } }],
  [shipping.ship, 'stock.backdate', { fulfillmentId: id, shippedAt: effectiveAt }],
  [fulfil.fulfil, 'order.release', { version: 1 }],
  [fulfil.fulfil, 'pick.perform', { version: 1 }],
  [fulfil.fulfil, 'pack.skip_scan', { version: 1 }],
  [fulfil.fulfil, 'order.ship_short', { version: 1, shipShort: true }],
  [fulfillments.release, 'order.ship_short', { version: 1, shipShort: true }],
  [shipping.ship, 'order.ship_short', { fulfillmentId: id, shipShort: true }],
  [
    packing.open,
    'pack.skip_scan',
    { fulfillmentId: id, item: { code: 'MUG', qty: '1', isScanned: false } },
  ],
  [packing.pack, 'pack.skip_scan', { code: 'MUG', qty: '1' }],
  [packing.packOne, 'pack.skip_scan', { items: [{ code: 'MUG', qty: '1' }] }],
  [
    returns.create,
    'return.authorize',
    { lines: [{ variantId: id, qty: '1', reasonCode: 'damaged' }], authorize: true },
  ],
  [
    returns.receive,
    'stock.backdate',
    { version: 1, warehouseId: id, lines: [{ lineId: id, qty: '1' }], effectiveAt },
  ],
  [
    returns.inspect,
    'return.dispose',
    {
      version: 1,
      lines: [{ lineId: id, dispositions: [{ disposition: 'scrap', qty: '1' }] }],
    },
  ],
  [labels.print, 'order.read', { template: 'order', ids: [id] }],
  [labels.print, 'return.read', { template: 'return', ids: [id] }],
  [locations.block, 'stock.status.change', { version: 1, direction: 'both', hold: true }],
  [locations.blockMany, 'stock.status.change', { ids: [id], direction: 'both', hold: true }],
]

/** Every right but one. A member has at most 50 entries, so those of other areas are one entry each. */
function allBut(permission: string): string[] {
  const areaOf = (each: string) => `${each.split('.')[0]}.`
  const others = warehousePermissions.filter((each) => each !== permission)
  const entries = others.map((each) =>
    areaOf(each) === areaOf(permission) ? each : `${areaOf(each)}*`,
  )
  return [...new Set(entries)]
}

const declared = routes.flatMap(({ name, route }) =>
  route.conditionalRights.map(({ permission }) => ({ name, route, permission })),
)

test.each(declared)('$name needs $permission for some inputs', async (one) => {
  const { route, permission } = one
  const body = inputs.find((input) => input[0] === route && input[1] === permission)?.[2]
  if (!body) throw new Error('There is no input for this right.')
  const callAs = async (permissions: string[]) => {
    const { token } = await app.newMember(site.owner, site.platform, { permissions })
    const params: Record<string, string> = { slug: site.platform.slug }
    for (const [, key = ''] of route.path.matchAll(/:(\w+)/g)) params[key] ??= id
    const answer = await app.call(route, { params, token, body } as never)
    return answer.body as { code?: string; details?: unknown }
  }
  expect(await callAs(allBut(permission))).toMatchObject({
    code: 'permission_denied',
    details: [{ path: 'permission', message: permission }],
  })
  const allowed = await callAs(['*'])
  expect(allowed.code).not.toBe('permission_denied')
  expect(allowed.code).not.toBe('validation_failed')
})

test('every input belongs to a declared permission', () => {
  expect(inputs).toHaveLength(declared.length)
})

test('the API reference lists each conditional permission', async () => {
  const answer = await app.http.inject({ url: '/api/v1/openapi.json' })
  const { paths } = answer.json<{
    paths: Record<string, Record<string, { description?: string }>>
  }>()
  for (const { route } of declared) {
    const operation = paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    for (const { permission, when } of route.conditionalRights)
      expect(operation?.description).toContain(`Also needs \`${permission}\` when ${when}.`)
  }
})
