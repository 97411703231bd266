import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, openSite, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { warehouses, locations, zones } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

const blank = {
  name: '',
  line1: '',
  line2: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
}
const harbour = {
  name: 'Harbour hall',
  line1: 'Kai 7',
  line2: 'Gate B',
  postalCode: '20457',
  city: 'Hamburg',
  region: 'HH',
  country: 'DE',
}
const create = (body: Record<string, unknown>, at = site) =>
  app.call(warehouses.create, { ...as(at), body: { name: 'Hall', ...body } })
const to = (warehouseId: string, at = site) => ({
  params: { ...at.params, warehouseId },
  token: at.token,
})
const change = (warehouseId: string, body: Record<string, unknown>, at = site) =>
  app.call(warehouses.update, { ...to(warehouseId, at), body })
const warehouseOf = async (id: string, at = site) =>
  (await app.call(warehouses.details, to(id, at))).body.warehouse

test('a warehouse says where it stands, whether it sells and which is tried first', async () => {
  const own = await newWarehouse(app)
  expect(own.warehouse).toMatchObject({ address: blank, isSellable: true, rank: 0 })
  const values = { address: { ...harbour, country: ' de ' }, isSellable: false, rank: 5 }
  const made = (await create({ code: 'A', ...values }, own)).body.warehouse
  expect(made).toMatchObject({ address: harbour, isSellable: false, rank: 5 })
  // A blank is one that was not said, and the address is the whole of it.
  const less = { city: 'Bremen' }
  const changed = await change(made.id, { address: less, rank: 1, version: made.version }, own)
  const now = { address: { ...blank, ...less }, isSellable: false, rank: 1 }
  expect(changed.body.warehouse).toMatchObject(now)
  expect(await warehouseOf(made.id, own)).toMatchObject(now)
  const version = changed.body.warehouse.version
  expect((await change(made.id, { isSellable: true, version }, own)).status).toBe(200)
  await change(own.warehouse.id, { rank: 2, version: own.warehouse.version }, own)
  const { items } = (await app.call(warehouses.list, as(own))).body
  expect(items.map(({ code, isSellable, rank }) => [code, isSellable, rank])).toEqual([
    ['TRANSIT', false, 0],
    ['A', true, 1],
    ['MAIN', true, 2],
  ])
  expect(items[1]?.address).toEqual({ ...blank, ...less })
  const file = await app.call(warehouses.list, { ...as(own), query: { format: 'csv' } })
  expect(String(file.body)).toContain('A,Hall,site,UTC,yes,1,,,,,,Bremen,,,active,')
})

test.each([
  [{ address: { country: 'Germany' } }, 'address.country', 'two-letter'],
  [{ address: { country: 'D1' } }, 'address.country', 'two-letter'],
  [{ address: { postalCode: '1'.repeat(21) } }, 'address.postalCode', 'at most 20'],
  [{ address: { line1: 'Kai\n7' } }, 'address.line1', 'a single line'],
  [{ rank: -1 }, 'rank', 'at least 0'],
  [{ rank: 1.5 }, 'rank', 'a whole number'],
  [{ isSellable: 'no' }, 'isSellable', ''],
  [{ pickPolicy: 'nearest' }, 'pickPolicy', 'Choose a pick policy'],
])('%j is refused by the name of the field, and nothing changes', async (wrong, path, says) => {
  const before = await warehouseOf(site.warehouse.id)
  const details = [{ path, message: expect.stringContaining(says) as string }]
  const changed = await change(before.id, { ...wrong, name: 'No', version: before.version })
  expect([changed.status, changed.body['details']]).toEqual([400, details])
  const made = await create({ code: 'BAD', ...wrong })
  expect([made.status, made.body['details']]).toEqual([400, details])
  expect(await warehouseOf(before.id)).toEqual(before)
})

describe('the places of a warehouse where goods go or wait', () => {
  let own: Site
  beforeAll(async () => {
    own = await newWarehouse(app)
  })
  let made = 0
  const newPlace = async (values: Record<string, unknown> = {}) => {
    const body = { warehouseId: own.warehouse.id, code: `P-${++made}`, ...values }
    const answer = await app.call(locations.create, { ...as(own), body })
    return answer.body.location
  }
  const setDefaults = async (defaultLocations: Record<string, unknown>) => {
    const { id, version } = await warehouseOf(own.warehouse.id, own)
    return change(id, { defaultLocations, version }, own)
  }
  const zoneOf = async (kind: string) => {
    const { items } = (await app.call(zones.list, as(own))).body
    return items.find((zone) => zone.kind === kind)?.id
  }

  test('can be others of its locations, each by itself', async () => {
    const before = (await warehouseOf(own.warehouse.id, own)).defaultLocations
    const [dock, bad] = [await newPlace(), await newPlace({ pickable: false })]
    const first = await setDefaults({ receive: dock.id })
    expect(first.body.warehouse.defaultLocations).toEqual({ ...before, receive: dock.id })
    const second = await setDefaults({ quarantine: bad.id, damaged: bad.id })
    const now = { ...before, receive: dock.id, quarantine: bad.id, damaged: bad.id }
    expect(second.body.warehouse.defaultLocations).toEqual(now)
    expect((await warehouseOf(own.warehouse.id, own)).defaultLocations).toEqual(now)
    // What was one may now be archived, and what is one may not.
    const archive = (id: string) =>
      app.call(locations.archive, {
        params: { ...own.params, locationId: id },
        token: own.token,
        body: { version: 1 },
      })
    expect((await archive(dock.id)).body['code']).toBe('in_use')
    expect((await archive(before.receive ?? '')).status).toBe(200)
    const gone = await setDefaults({ receive: before.receive })
    const message = 'RECV is archived'
    expect(gone.body['details']).toEqual([{ path: 'defaultLocations.receive', message }])
  })

  const refusals: [string, string, () => Promise<string | undefined>, string][] = [
    ['that is nowhere', 'receive', async () => randomUUID(), 'doesn’t exist'],
    [
      'of another warehouse',
      'stage',
      async () => (await openSite(app, own, 'EAST', 'UTC')).place,
      'doesn’t exist',
    ],
    ['of another platform', 'damaged', async () => site.a01.id, 'doesn’t exist'],
    [
      'where nothing is put',
      'receive',
      async () => (await newPlace({ receivable: false })).id,
      'can’t receive stock',
    ],
    ['where goods are picked', 'quarantine', async () => (await newPlace()).id, 'used for picking'],
    [
      'in a zone with another purpose',
      'damaged',
      async () => (await newPlace({ pickable: false, zoneId: await zoneOf('quarantine') })).id,
      'another purpose',
    ],
  ]
  test.each(refusals)('cannot be one %s: %s', async (_, use, find, says) => {
    const before = await warehouseOf(own.warehouse.id, own)
    const { status, body } = await setDefaults({ [use]: await find() })
    const message = expect.stringContaining(says) as string
    expect([status, body['code'], body['details']]).toEqual([
      400,
      'validation_failed',
      [{ path: `defaultLocations.${use}`, message }],
    ])
    expect(await warehouseOf(own.warehouse.id, own)).toEqual(before)
  })

  test('are left alone when they are said again, whatever became of them meanwhile', async () => {
    const { id, version, defaultLocations } = await warehouseOf(own.warehouse.id, own)
    await arrange(app, `update tenant.locations set pickable = true where location_id = $1`, [
      defaultLocations.stage,
    ])
    const said = await change(id, { name: 'Renamed', defaultLocations, version }, own)
    expect([said.status, said.body.warehouse]).toMatchObject([
      200,
      { name: 'Renamed', defaultLocations },
    ])
    const none = await setDefaults({ receive: null })
    expect([none.status, none.body['details']]).toEqual([
      400,
      [{ path: 'defaultLocations.receive', message: 'Choose a location' }],
    ])
  })
})
