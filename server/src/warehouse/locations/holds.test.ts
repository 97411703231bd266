import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, levelOf, stocked, violations, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { locations, stockViews, stock } = api.warehouse
const app = await sharedApp()

const block = (site: Site, body: Record<string, unknown> = {}, by = site.token) =>
  app.call(locations.block, {
    params: { ...site.params, locationId: site.a01.id },
    token: by,
    body: { version: site.a01.version, direction: 'both', hold: true, ...body },
  })

test('what lies in a location that is blocked goes on hold with it', async () => {
  const site = await newWarehouse(app)
  const [mug, lamp] = [await stocked(app, site), await stocked(app, site, { qty: '3' })]
  const line = { fromLocationId: site.a01.id, sku: lamp.sku, qty: '1', toStatus: 'damaged' }
  await app.call(stock.move, { ...as(site), body: { lines: [line] } })
  const { status, body } = await block(site)
  expect([status, body.location]).toMatchObject([200, { status: 'blocked' }])
  expect(await levelOf(app, mug.id)).toMatchObject({ on_hand: '10', unavailable: '10' })
  const { body: buckets } = await app.call(stockViews.buckets, {
    ...as(site),
    query: { location: site.a01.id },
  })
  expect(buckets.items.map(({ sku, status: is, onHand }) => [sku, is, onHand]).toSorted()).toEqual(
    [
      [mug.sku, 'hold', '10'],
      [lamp.sku, 'damaged', '1'],
      [lamp.sku, 'hold', '2'],
    ].toSorted(),
  )
  const moves = await arrange(
    app,
    `select kind, note from tenant.stock_moves
     where platform_id = $1 and kind = 'status_change' and note is not null`,
    [site.platform.id],
  )
  expect(moves).toEqual([{ kind: 'status_change', note: 'A-01 was blocked' }])
  expect(await violations(app, site)).toEqual([])
})

test('several are blocked and held together; without being asked nothing is held', async () => {
  const site = await newWarehouse(app)
  const { id } = await stocked(app, site)
  const { body } = await block(site, { hold: false })
  expect(body.location.status).toBe('blocked')
  expect(await levelOf(app, id)).toMatchObject({ unavailable: '0' })
  const both = { ids: [site.a01.id, site.a02.id], direction: 'in', hold: true }
  const several = await app.call(locations.blockMany, { ...as(site), body: both })
  expect(several.body.changed).toEqual([site.a02.id])
  expect(await levelOf(app, id)).toMatchObject({ unavailable: '10' })
})

test('what is promised keeps the location open, and is named', async () => {
  const site = await newWarehouse(app)
  const { id, sku } = await stocked(app, site)
  await arrange(app, `select stock.promise($1, $2::jsonb, 'strict')`, [
    site.platform.id,
    JSON.stringify([
      {
        lineNo: 1,
        sourceType: 'manual',
        sourceId: site.warehouse.id,
        warehouseId: site.warehouse.id,
        variantId: id,
        qty: '4',
      },
    ]),
  ])
  const refused = await block(site)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'oversell_refused', blockers: [{ sku, available: '6', missing: '4' }] },
  ])
  const { body } = await app.call(locations.list, { ...as(site), query: { q: 'A-01' } })
  expect(body.items[0]?.status).toBe('active')
})

test('it takes the right to change a status', async () => {
  const site = await newWarehouse(app)
  const permissions = ['location.read', 'location.block', 'stock.read']
  const member = await app.newMember(site.owner, site.platform, { role: 'member', permissions })
  const { id } = await stocked(app, site)
  const refused = await block(site, {}, member.token)
  expect([refused.status, refused.body['details']]).toMatchObject([
    422,
    [{ message: 'stock.status.change' }],
  ])
  expect((await block(site, { hold: false }, member.token)).status).toBe(200)
  expect(await levelOf(app, id)).toMatchObject({ unavailable: '0' })
})
