import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { as, newItem, openSite, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { locations } = api.warehouse
const { search } = api.workspace

let app: TestApp
let site: Site
let north: string
let inNorth: string
let onlyNorth: string
forAllTests(async (opened) => {
  ;({ app } = opened)
  site = await newWarehouse(app)
  ;({ id: north } = await openSite(app, site, 'NORTH', 'UTC'))
  const bin = async (code: string) => {
    const body = { warehouseId: north, code }
    return (await app.call(locations.create, { ...as(site), body })).body.location.id
  }
  inNorth = await bin('a-01')
  onlyNorth = await bin('N-7')
})

const scan = (code: string, context?: Record<string, unknown>) =>
  app.call(search.scan, { ...as(site), body: { code, ...(context && { context }) } })

test.each(['A-01', 'L:A-01'])('%s of two warehouses is not guessed', async (code) => {
  const { status, body } = await scan(code)
  expect([status, body]).toMatchObject([
    422,
    {
      code: 'barcode_ambiguous',
      blockers: [
        { type: 'location', id: site.a01.id, label: 'A-01', warehouse: 'MAIN' },
        { type: 'location', id: inNorth, label: 'a-01', warehouse: 'NORTH', warehouseId: north },
      ],
    },
  ])
})

test('the warehouse of the scan decides, and so does a choice', async () => {
  expect((await scan('A-01', { warehouseId: north })).body).toMatchObject({ id: inNorth })
  const own = (await scan('A-01', { warehouseId: site.warehouse.id })).body
  expect(own).toMatchObject({ id: site.a01.id, warehouse: 'MAIN' })
  expect(own.isElsewhere).toBeUndefined()
  const choice = { kind: 'location', id: inNorth }
  expect((await scan('A-01', { choice })).body).toMatchObject({ id: inNorth, warehouse: 'NORTH' })
  expect((await scan('L:A-01', { choice })).body).toMatchObject({ id: inNorth })
  // A choice that is no longer there decides nothing.
  const gone = { kind: 'location', id: onlyNorth }
  expect((await scan('A-01', { choice: gone })).status).toBe(422)
})

test('a location that only another warehouse has is said to be elsewhere', async () => {
  const { body } = await scan('N-7', { warehouseId: site.warehouse.id })
  expect(body).toMatchObject({ id: onlyNorth, warehouse: 'NORTH', isElsewhere: true })
  expect((await scan('N-7')).body.isElsewhere).toBeUndefined()
  expect((await scan('N-7', { warehouseId: north })).body.isElsewhere).toBeUndefined()
})

test('a choice decides between things of different kinds', async () => {
  const { id } = await newItem(app, site, { sku: 'N-7' })
  expect((await scan('N-7')).status).toBe(422)
  const choice = { kind: 'variant', id }
  expect((await scan('N-7', { choice })).body).toMatchObject({ kind: 'variant', label: 'N-7' })
})

test('a search shows the location of each warehouse', async () => {
  const { body } = await app.call(search.find, { ...as(site), query: { q: 'A-01' } })
  expect(body.items.map(({ label, name, exact }) => [label, name, exact])).toEqual([
    ['A-01', 'MAIN', true],
    ['a-01', 'NORTH', true],
  ])
})
