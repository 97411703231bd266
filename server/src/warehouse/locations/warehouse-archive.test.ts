import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Route } from '@stowage/contract/route'
import { describe, expect, test } from 'vitest'
import { refusal, sharedApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { adjustAt, as, newItem, receiveInto, stocked, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { receiving, adjustments, settings, warehouses, zones, locations } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

type Own = Pick<Site, 'params' | 'token'>
const steps = [
  [warehouses.archive, 'warehouseId'],
  [warehouses.restore, 'warehouseId'],
  [zones.archive, 'zoneId'],
  [zones.restore, 'zoneId'],
] as const

const step = (route: Route, own: Own, id: string, body: object) =>
  app.call(route, {
    params: { ...own.params, warehouseId: id, zoneId: id } as never,
    token: own.token,
    body,
  })
const archive = (id: string, version: number, own: Own = site) =>
  step(warehouses.archive, own, id, { version })
const restore = (id: string, version: number, own: Own = site) =>
  step(warehouses.restore, own, id, { version })

const stateOf = async (id: string) =>
  await arrange(
    app,
    `select state, version from tenant.warehouses where warehouse_id = $1
     union all select state, version from tenant.zones where zone_id = $1`,
    [id],
  )
const actionsOn = async (id: string) =>
  (await eventsOf(app, site.platform.id))
    .filter(({ target_id: target }) => target === id)
    .map(({ action }) => action)

async function newSite(code: string) {
  const { body } = await app.call(warehouses.create, {
    ...as(site),
    body: { code, name: code },
  })
  return body.warehouse
}
async function newZone(code: string, warehouseId = site.warehouse.id) {
  const { body } = await app.call(zones.create, {
    ...as(site),
    body: { warehouseId, code },
  })
  return body.zone
}

describe('a warehouse', () => {
  test('is archived when nothing is in it, takes nothing then, and comes back', async () => {
    const { id, version } = await newSite('EMPTY')
    const away = await archive(id, version)
    expect([away.status, away.body]).toMatchObject([
      200,
      { warehouse: { id, state: 'archived', version: version + 1 } },
    ])
    const refused = {
      warehouse: [409, 'invalid_transition'],
      inIt: [400, 'validation_failed', [{ path: 'warehouseId' }]],
    }
    expect(refusal(await archive(id, version + 1))).toEqual(refused.warehouse)
    const { sku } = await newItem(app, site)
    const inIt = [
      await receiveInto(app, site, { sku, qty: '1', location: 'RECV' }, { warehouseId: id }),
      await app.call(locations.create, {
        ...as(site),
        body: { warehouseId: id, code: 'X-01' },
      }),
      await app.call(zones.create, { ...as(site), body: { warehouseId: id, code: 'X' } }),
      await app.call(locations.generate, {
        ...as(site),
        body: { warehouseId: id, pattern: 'X-{1..2}' },
      }),
    ]
    for (const answer of inIt)
      expect([...refusal(answer), answer.body['details']]).toMatchObject(refused.inIt)
    const back = await restore(id, version + 1)
    expect([back.status, back.body]).toMatchObject([200, { warehouse: { state: 'active' } }])
    expect(refusal(await restore(id, version + 2))).toEqual(refused.warehouse)
    expect(await actionsOn(id)).toEqual(
      expect.arrayContaining(['WAREHOUSE_ARCHIVED', 'WAREHOUSE_RESTORED']),
    )
    const { receipt } = (
      await receiveInto(app, site, { sku, qty: '1', location: 'RECV' }, { warehouseId: id })
    ).body
    expect(receipt.state).toBe('completed')
  })

  test('stays while goods or open documents are there, and says which', async () => {
    const own = await newWarehouse(app)
    const { id, version } = own.warehouse
    const { sku, id: variantId, receipt } = await stocked(app, own)
    const later = await receiveInto(app, own, { sku, qty: '1' }, { complete: false })
    const draft = await adjustAt(app, own, { sku, qty: '-1' }, { post: false })
    const { receipt: open } = later.body
    const { adjustment } = draft.body
    const refused = await archive(id, version, own)
    expect([...refusal(refused), refused.body['blockers']]).toEqual([
      409,
      'in_use',
      [
        { type: 'stock', variantId, sku },
        { type: 'receipt', id: open.id, number: open.number },
        { type: 'adjustment', id: adjustment.id, number: adjustment.number },
      ],
    ])
    expect(await stateOf(id)).toEqual([{ state: 'active', version }])
    const body = { version: 1 }
    const of = (params: object) => ({ ...as(own), params: { ...own.params, ...params } as never })
    await app.call(receiving.cancel, { ...of({ receiptId: open.id }), body })
    await app.call(adjustments.cancel, { ...of({ adjustmentId: adjustment.id }), body })
    await app.call(receiving.reverse, { ...of({ receiptId: receipt.id }), body })
    expect((await archive(id, version, own)).status).toBe(200)
  })

  test('of goods on their way is always there', async () => {
    const { body } = await app.call(warehouses.list, {
      ...as(site),
      query: { kind: 'transit' },
    })
    const { id, version } = body.items[0] ?? { id: '', version: 0 }
    const refused = await archive(id, version)
    expect([...refusal(refused), refused.body['blockers']]).toEqual([
      409,
      'invalid_transition',
      [{ type: 'warehouse', from: 'active', to: 'archived', allowed: [] }],
    ])
    expect(await stateOf(id)).toEqual([{ state: 'active', version }])
  })
})

describe('a location', () => {
  const away = ({ id, version }: { id: string; version: number }) =>
    app.call(locations.archive, {
      ...as(site),
      params: { ...site.params, locationId: id },
      body: { version },
    })

  test('stays while goods or open documents are there, and says which', async () => {
    const { body } = await app.call(locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: 'BUSY' },
    })
    const { location } = body
    const { sku, id: variantId } = await newItem(app, site)
    const line = { sku, qty: '1', location: 'BUSY' }
    const { receipt } = (await receiveInto(app, site, line, { complete: false })).body
    const { adjustment } = (await adjustAt(app, site, { ...line, qty: '-1' }, { post: false })).body
    const documents = [
      { type: 'receipt', id: receipt.id, number: receipt.number },
      { type: 'adjustment', id: adjustment.id, number: adjustment.number },
    ]
    const refused = await away(location)
    expect([...refusal(refused), refused.body['blockers']]).toEqual([409, 'in_use', documents])
    await app.call(receiving.complete, {
      ...as(site),
      params: { ...site.params, receiptId: receipt.id },
      body: { version: receipt.version },
    })
    await app.call(adjustments.cancel, {
      ...as(site),
      params: { ...site.params, adjustmentId: adjustment.id },
      body: { version: adjustment.version },
    })
    expect((await away(location)).body['blockers']).toEqual([
      { type: 'stock', locationId: location.id, location: 'BUSY', variantId, sku },
    ])
    await adjustAt(app, site, { ...line, qty: '-1' })
    expect((await away(location)).status).toBe(200)
  })

  test.each(['receive', 'stage', 'quarantine', 'damaged'])(
    'where its warehouse does %s stays',
    async (use) => {
      const { defaultLocations, id, code } = site.warehouse
      const locationId = defaultLocations[use as 'receive'] ?? ''
      const refused = await away({ id: locationId, version: 1 })
      expect([...refusal(refused), refused.body['blockers']]).toEqual([
        409,
        'in_use',
        [{ type: 'warehouse', id, code, locationId, use }],
      ])
    },
  )
})

describe('a zone', () => {
  test('stays while locations of it are in use, then goes, takes none, and comes back', async () => {
    const zone = await newZone('OLD')
    const { body } = await app.call(locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: 'OLD-1', zoneId: zone.id },
    })
    const { location } = body
    const away = () => step(zones.archive, site, zone.id, { version: zone.version })
    const refused = await away()
    expect([...refusal(refused), refused.body['blockers']]).toEqual([
      409,
      'in_use',
      [{ type: 'location', id: location.id, code: 'OLD-1' }],
    ])
    expect(await stateOf(zone.id)).toEqual([{ state: 'active', version: zone.version }])
    await app.call(locations.archive, {
      ...as(site),
      params: { ...site.params, locationId: location.id },
      body: { version: location.version },
    })
    const gone = await away()
    expect([gone.status, gone.body]).toMatchObject([200, { zone: { state: 'archived' } }])
    const into = await app.call(locations.update, {
      ...as(site),
      params: { ...site.params, locationId: site.a02.id },
      body: { zoneId: zone.id, version: site.a02.version },
    })
    expect([...refusal(into), into.body['details']]).toMatchObject([
      400,
      'validation_failed',
      [{ path: 'zoneId' }],
    ])
    const back = await step(zones.restore, site, zone.id, { version: zone.version + 1 })
    expect([back.status, back.body]).toMatchObject([200, { zone: { state: 'active' } }])
    const twice = await step(zones.restore, site, zone.id, { version: zone.version + 2 })
    expect(refusal(twice)).toEqual([409, 'invalid_transition'])
    expect(await actionsOn(zone.id)).toEqual(
      expect.arrayContaining(['ZONE_ARCHIVED', 'ZONE_RESTORED']),
    )
  })
})

describe.each(steps)('%#', (route, name) => {
  const subject = async () =>
    name === 'zoneId' ? newZone(randomUUID()) : newSite(randomUUID().slice(0, 8).toUpperCase())

  test('asks for the version that was seen', async () => {
    const { id, version } = await subject()
    const [without, wrong, stale] = [
      await step(route, site, id, {}),
      await step(route, site, id, { version: 'x' }),
      await step(route, site, id, { version: version + 1 }),
    ]
    for (const bad of [without, wrong])
      expect([...refusal(bad), bad.body['details']]).toMatchObject([
        400,
        'validation_failed',
        [{ path: 'version' }],
      ])
    expect([...refusal(stale), stale.body['currentVersion']]).toEqual([
      409,
      'version_conflict',
      version,
    ])
    expect(await stateOf(id)).toEqual([{ state: 'active', version }])
  })

  test('is nothing to another platform, to a member of other warehouses, or without the right', async () => {
    const { id, version } = await subject()
    const other = await newWarehouse(app)
    const [foreign, unknown] = [
      await step(route, other, id, { version }),
      await step(route, other, randomUUID(), { version }),
    ]
    const wordsOf = ({ body }: typeof foreign) => ({ ...body, requestId: null })
    expect([foreign.status, wordsOf(foreign)]).toEqual([404, wordsOf(unknown)])
    const limited = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
    const elsewhere = await newSite(randomUUID().slice(0, 8).toUpperCase())
    await app.call(settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId: limited.id },
      body: { warehouseIds: [elsewhere.id] },
    })
    const hidden = await step(route, { ...site, token: limited.token }, id, { version })
    expect(hidden.status).toBe(404)
    const { token } = await app.newMember(site.owner, site.platform, { role: 'receiver' })
    const denied = await step(route, { ...site, token }, id, { version })
    expect([...refusal(denied), denied.body['details']]).toEqual([
      422,
      'permission_denied',
      [{ path: 'permission', message: 'location.archive' }],
    ])
    expect(await stateOf(id)).toEqual([{ state: 'active', version }])
  })
})
