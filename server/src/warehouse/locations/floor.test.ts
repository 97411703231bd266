import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupSite } from '../../../test/setup-site.ts'
import { as } from '../../../test/fixtures.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'

const { locations } = api.warehouse

const { app, site } = await setupSite()

const create = (body: Record<string, unknown>) =>
  app.call(locations.create, {
    ...as(site),
    body: { warehouseId: site.warehouse.id, ...body },
  })
const at = (locationId: string) => ({
  params: { ...site.params, locationId },
  token: site.token,
})
const change = (id: string, body: Record<string, unknown>) =>
  app.call(locations.update, { ...at(id), body })
const listed = async (q: string) =>
  (await app.call(locations.list, { ...as(site), query: { q } })).body.items[0]

test('a location says where it lies on the floor', async () => {
  expect(site.a01).toMatchObject({ xMm: null, yMm: null })
  const made = (await create({ code: 'F-1', xMm: 12_500, yMm: 0 })).body.location
  expect(made).toMatchObject({ xMm: 12_500, yMm: 0 })
  const changed = await change(made.id, { yMm: 3500, version: 1 })
  expect(changed.body.location).toMatchObject({ xMm: 12_500, yMm: 3500 })
  expect(await listed('F-1')).toMatchObject({ xMm: 12_500, yMm: 3500 })
  const cleared = await change(made.id, { xMm: null, yMm: null, version: 2 })
  expect(cleared.body.location).toMatchObject({ xMm: null, yMm: null })
})

test.each([
  [{ xMm: -1 }, 'X position must be at least 0'],
  [{ xMm: 0.5 }, 'X position must be a whole number of millimetres'],
  [{ yMm: 10_000_001 }, 'Y position must be at most 10,000,000 mm'],
  [{ yMm: '7' }, 'Y position must be a whole number of millimetres'],
])('%j is refused by the name of the field, and nothing changes', async (wrong, message) => {
  const [path] = Object.keys(wrong)
  const details = [{ path, message }]
  const made = await create({ code: 'BAD', ...wrong })
  expect([made.status, made.body['details']]).toEqual([400, details])
  expect(await listed('BAD')).toBeUndefined()
  const changed = await change(site.a01.id, { ...wrong, pickSequence: 7, version: 1 })
  expect([changed.status, changed.body['details']]).toEqual([400, details])
  expect(await listed('A-01')).toMatchObject({ xMm: null, yMm: null, version: 1 })
})

test('a file says it, too, and reads its own export as unchanged', async () => {
  const known = (await create({ code: 'G-1', xMm: 100, yMm: 200 })).body.location
  const file = csv(
    ['warehouse', 'code', 'x_mm', 'y_mm'],
    ['MAIN', 'G-1', '', '250'],
    ['MAIN', 'G-2', '300', '0'],
    ['MAIN', 'G-3', '-1', '99999999'],
  )
  const dry = await checked(app, site, 'locations', file)
  expect(dry).toMatchObject({ creates: 1, updates: 1, rowsFailed: 1 })
  const [wrong] = await rowsOf(app, site, dry.id, 'error')
  expect(wrong?.errors.map(({ column }) => column)).toEqual(['x_mm', 'y_mm'])
  await step(app, site, 'apply', dry.id)
  expect(await listed('G-1')).toMatchObject({ xMm: 100, yMm: 250 })
  expect(await listed('G-2')).toMatchObject({ xMm: 300, yMm: 0 })

  const query = { format: 'csv', q: 'G-' }
  const text = String((await app.call(locations.list, { ...as(site), query })).body)
  expect(text).toContain(',sequence,x_mm,y_mm,pickable,')
  expect(text).toContain('MAIN,G-2,,,bin,0,300,0,yes,')
  expect(await checked(app, site, 'locations', text)).toMatchObject({ unchanged: 2 })

  await step(app, site, 'undo', dry.id)
  const { location } = (await app.call(locations.details, at(known.id))).body
  expect(location).toMatchObject({ xMm: 100, yMm: 200 })
})
