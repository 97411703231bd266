import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, newItem, receiveInto } from '../fixtures.ts'
import { concurrently } from './concurrently.ts'
import { openGround, type Ground } from './stock-clients.ts'

const { locations, warehouses, zones, variants, products, stock } = api.warehouse
const rounds = 12

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

const newPlaces = (name: string) =>
  concurrently(rounds, async (n) => {
    const { app, site } = ground
    const body = { warehouseId: site.warehouse.id, code: `${name}-${n}` }
    return (await app.call(locations.create, { ...as(site), body })).body.location
  })

type Made = Awaited<ReturnType<typeof newPlaces>>[number] | undefined

function putAway(made: Made) {
  const { app, site } = ground
  const { id: locationId, version } = made ?? { id: '', version: 1 }
  const params = { ...site.params, locationId }
  return app.call(locations.archive, { ...as(site), params, body: { version } })
}

type Answer = Promise<{ status: number; body: Record<string, unknown> }>

/** Goods come while something is archived, again and again: one of the two is refused each time. */
async function expectOne(
  arrive: (n: number) => Answer,
  putAway: (n: number) => Answer,
  refusals: [arrival: string, putAway: string],
) {
  const answers = await concurrently(rounds, async (n) => {
    const [came, went] = await Promise.all([arrive(n), putAway(n)])
    return came.status < 300
      ? ['came', went.body['code']]
      : [came.body['code'], 'went', went.status]
  })
  const wanted = [
    ['came', refusals[1]],
    [refusals[0], 'went', 200],
  ]
  for (const answer of answers) expect(wanted).toContainEqual(answer)
}

const stocked = async (table: string, column: string, condition: string) =>
  ground.rowsOf(`select from tenant.stock_buckets b join tenant.${table} t
    on t.platform_id = b.platform_id and t.${column} = b.${column}
    where b.on_hand > 0 and ${condition}`)

test('never archives a location while stock arrives in it', async () => {
  const { app, site } = ground
  const { sku } = await newItem(app, site)
  const made = await newPlaces('GONE')
  await expectOne(
    (n) => receiveInto(app, site, { sku, qty: '1', location: `GONE-${n}` }),
    (n) => putAway(made[n]),
    ['location_blocked', 'in_use'],
  )
  expect(await stocked('locations', 'location_id', `t.status = 'archived'`)).toEqual([])
})

test('never archives a location while stock is moved into it', async () => {
  const { app, site } = ground
  const { sku } = await newItem(app, site)
  await receiveInto(app, site, { sku, qty: '100' })
  const made = await newPlaces('TO')
  await expectOne(
    (n) => {
      const lines = [{ sku, fromLocationId: site.a01.id, toLocationId: made[n]?.id, qty: '1' }]
      return app.call(stock.move, { ...as(site), body: { lines } })
    },
    (n) => putAway(made[n]),
    ['location_blocked', 'in_use'],
  )
  expect(await stocked('locations', 'location_id', `t.status = 'archived'`)).toEqual([])
})

test('never archives an item or product while stock arrives', async () => {
  const { app, site } = ground
  const items = await concurrently(rounds, () => newItem(app, site))
  await expectOne(
    (n) => receiveInto(app, site, { sku: items[n]?.sku, qty: '1' }),
    async (n) => {
      const { id = '', productId = '' } = items[n] ?? {}
      const body = { version: 1 }
      return n % 2 === 0
        ? app.call(variants.archive, {
            ...as(site),
            params: { ...site.params, variantId: id },
            body,
          })
        : app.call(products.archive, {
            ...as(site),
            params: { ...site.params, productId },
            body,
          })
    },
    ['validation_failed', 'in_use'],
  )
  expect(await stocked('variants', 'variant_id', `t.state = 'archived'`)).toEqual([])
})

test('never archives a warehouse while stock arrives', async () => {
  const { app, site } = ground
  const { sku } = await newItem(app, site)
  const made = await concurrently(rounds, async () => {
    const code = `W${randomUUID().slice(0, 8)}`.toUpperCase()
    const body = { code, name: code, timezone: 'UTC' }
    return (await app.call(warehouses.create, { ...as(site), body })).body.warehouse
  })
  await expectOne(
    (n) =>
      receiveInto(app, site, { sku, qty: '1', location: 'RECV' }, { warehouseId: made[n]?.id }),
    (n) => {
      const { id: warehouseId, version } = made[n] ?? { id: '', version: 1 }
      const params = { ...site.params, warehouseId }
      return app.call(warehouses.archive, { ...as(site), params, body: { version } })
    },
    ['validation_failed', 'in_use'],
  )
  expect(await stocked('warehouses', 'warehouse_id', `t.state = 'archived'`)).toEqual([])
})

test('never archives a zone or warehouse while a location is added', async () => {
  const { app, site } = ground
  const made = await concurrently(rounds, async (n) => {
    const code = `W${randomUUID().slice(0, 8)}`.toUpperCase()
    const opened = await app.call(warehouses.create, {
      ...as(site),
      body: { code, name: code, timezone: 'UTC' },
    })
    const body = { warehouseId: site.warehouse.id, code: `Z-${n}` }
    const { zone } = (await app.call(zones.create, { ...as(site), body })).body
    return { zone, warehouse: opened.body.warehouse }
  })
  const add = (warehouseId: string | undefined, zoneId: string | null, n: number) =>
    app.call(locations.create, {
      ...as(site),
      body: { warehouseId, zoneId, code: `IN-ZONE-${n}` },
    })
  await expectOne(
    (n) => add(site.warehouse.id, made[n]?.zone.id ?? null, n),
    (n) => {
      const { id: zoneId, version } = made[n]?.zone ?? { id: '', version: 1 }
      const params = { ...site.params, zoneId }
      return app.call(zones.archive, { ...as(site), params, body: { version } })
    },
    ['validation_failed', 'in_use'],
  )
  expect(
    await ground.rowsOf(`select from tenant.locations l join tenant.zones z using (platform_id, zone_id)
      where z.state = 'archived' and l.status <> 'archived'`),
  ).toEqual([])
  await concurrently(rounds, async (n) => {
    const { id: warehouseId, version } = made[n]?.warehouse ?? { id: '', version: 1 }
    const params = { ...site.params, warehouseId }
    const [, gone] = await Promise.all([
      add(warehouseId, null, n),
      app.call(warehouses.archive, { ...as(site), params, body: { version } }),
    ])
    expect(gone.status).toBe(200)
  })
  const late = await ground.rowsOf(`
    select from tenant.locations l join tenant.warehouses w using (platform_id, warehouse_id)
    where w.state = 'archived' and l.code like 'IN-ZONE-%' and l.created_at > w.updated_at`)
  expect(late).toEqual([])
})

test('makes nothing available at a location blocked concurrently', async () => {
  const { app, site } = ground
  const { sku } = await newItem(app, site)
  const made = await newPlaces('HELD')
  await concurrently(rounds, async (n) => {
    const { id: locationId, version } = made[n] ?? { id: '', version: 1 }
    const [, blocked] = await Promise.all([
      receiveInto(app, site, { sku, qty: '1', location: `HELD-${n}` }),
      app.call(locations.block, {
        ...as(site),
        params: { ...site.params, locationId },
        body: { version, direction: 'both', hold: true },
      }),
    ])
    expect(blocked.status).toBe(200)
  })
  expect(
    await stocked('locations', 'location_id', `t.status = 'blocked' and b.status = 'available'`),
  ).toEqual([])
  expect(await ground.violations()).toEqual([])
})
