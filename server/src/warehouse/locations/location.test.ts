import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupSite } from '../../../test/setup-site.ts'
import { as, openSite, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { settings, warehouses, zones, locations } = api.warehouse

const { app, site } = await setupSite()

type By = Pick<Site, 'params' | 'token'>
type Ids = { warehouseId: string; zoneId: string; locationId: string }

/** One warehouse, one zone and one location, each asked for by its id. */
const readAll = ({ params, token }: By, { warehouseId, zoneId, locationId }: Ids) =>
  Promise.all([
    app.call(warehouses.details, { params: { ...params, warehouseId }, token }),
    app.call(zones.details, { params: { ...params, zoneId }, token }),
    app.call(locations.details, { params: { ...params, locationId }, token }),
  ])

const idsOf = async (of: Site): Promise<Ids> => {
  const { items } = (await app.call(zones.list, as(of))).body
  return { warehouseId: of.warehouse.id, zoneId: items[0]?.id ?? '', locationId: of.a01.id }
}

test('each place is read by its id as its list shows it', async () => {
  const ids = await idsOf(site)
  const [warehouse, zone, location] = await readAll(site, ids)
  expect(warehouse.body.warehouse).toEqual(site.warehouse)
  const { items } = (await app.call(zones.list, as(site))).body
  expect(zone.body.zone).toEqual(items[0])
  expect(location.body.location).toEqual(site.a01)
})

test('A19 A20 out of sight, of another platform and nowhere are one answer', async () => {
  const east = await openSite(app, site, 'EAST', 'UTC')
  const limited = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  await app.call(settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: limited.id },
    body: { warehouseIds: [east.id] },
  })
  const by = { params: site.params, token: limited.token }
  const shown = async (who: By, ids: Ids) =>
    (await readAll(who, ids)).map(({ status, body: { requestId: _, ...rest } }) => [status, rest])
  const nowhere = { warehouseId: randomUUID(), zoneId: randomUUID(), locationId: randomUUID() }
  const unknown = await shown(by, nowhere)
  expect(unknown.map(([status]) => status)).toEqual([404, 404, 404])
  expect(await shown(by, await idsOf(site))).toEqual(unknown)
  const theirs = await idsOf(await newWarehouse(app))
  expect(await shown(site, theirs)).toEqual(unknown)
  const opened = await app.call(warehouses.create, {
    ...by,
    body: { code: 'WEST', name: 'West' },
  })
  expect([opened.status, opened.body['code'], opened.body['details']]).toEqual([
    422,
    'permission_denied',
    [{ path: 'permission', message: 'location.create' }],
  ])
  const own = await readAll(by, { ...nowhere, warehouseId: east.id, locationId: east.place })
  expect(own.map(({ status }) => status)).toEqual([200, 404, 200])
})
