import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, receiveInto } from '../fixtures.ts'
import { concurrently, tally } from './concurrently.ts'
import { newItems, openGround, pick, shuffled, type Ground } from './stock-clients.ts'

const { locations, stock } = api.warehouse

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

async function newPlaces(codes: string[], limits: Record<string, unknown>) {
  const { app, site } = ground
  const made = codes.map(async (code) => {
    const body = { warehouseId: site.warehouse.id, code, ...limits }
    return (await app.call(locations.create, { ...as(site), body })).body.location
  })
  return Promise.all(made)
}

const onHandIn = async (locationId: string) => {
  const [row] = await ground.rowsOf(
    'select coalesce(sum(on_hand), 0) as sum from tenant.stock_buckets where location_id = $1',
    [locationId],
  )
  return Number(row?.['sum'])
}

test('one of 32 gets the last capacity of a location', async () => {
  const { app, site } = ground
  const [place] = await newPlaces(['FULL'], { maxUnits: 5 })
  const items = await newItems(app, site, 32)
  await receiveInto(app, site, { sku: items[0]?.sku, location: 'FULL', qty: '4' })
  const answers = await concurrently(32, (i) =>
    receiveInto(app, site, { sku: items[i]?.sku, location: 'FULL', qty: '1' }),
  )
  expect(
    tally(answers.map(({ status, body }) => (body['code'] as string | undefined) ?? status)),
  ).toEqual({ 201: 1, location_full: 31 })
  expect(await onHandIn(place?.id ?? '')).toBe(5)
  expect(await ground.violations()).toEqual([])
})

test('one of 16 items gets a single-item location', async () => {
  const { app, site } = ground
  await newPlaces(['ALONE'], { mixedSkus: false })
  const items = await newItems(app, site, 16)
  const answers = await concurrently(16, (i) =>
    receiveInto(app, site, { sku: items[i]?.sku, location: 'ALONE', qty: '1' }),
  )
  expect(
    tally(answers.map(({ status, body }) => (body['code'] as string | undefined) ?? status)),
  ).toEqual({ 201: 1, location_mix_forbidden: 15 })
})

test('moves between limited locations neither exceed capacity nor deadlock', async () => {
  const { app, site } = ground
  const limited = await newPlaces(['X-1', 'X-2', 'X-3'], { maxUnits: 40 })
  const items = await newItems(app, site, 3)
  for (const { sku } of items)
    for (const { code } of limited) await receiveInto(app, site, { sku, location: code, qty: '10' })
  const answers = await concurrently(16, async () => {
    const codes: (string | number)[] = []
    for (let n = 0; n < 8; n++) {
      const lines = shuffled(limited).flatMap(({ id: toLocationId }) => {
        const from = pick(limited.filter(({ id }) => id !== toLocationId))
        const sku = pick(items)?.sku
        return { sku, fromLocationId: from?.id, toLocationId, qty: '4' }
      })
      const { status, body } = await app.call(stock.move, { ...as(site), body: { lines } })
      codes.push((body['code'] as string | undefined) ?? status)
    }
    return codes
  })
  const told = tally(answers.flat())
  expect(Object.keys(told).toSorted()).toEqual(expect.arrayContaining(['201', 'location_full']))
  expect(['201', 'location_full', 'insufficient_bucket_stock']).toEqual(
    expect.arrayContaining(Object.keys(told)),
  )
  for (const { id } of limited) expect(await onHandIn(id)).toBeLessThanOrEqual(40)
  expect(await ground.violations()).toEqual([])
})
