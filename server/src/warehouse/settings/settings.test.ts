import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { warehousePermissions } from '@stowage/contract/member-permissions'
import { describe, expect, test } from 'vitest'
import { refusal, sharedApp } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { adjustAt, as, newItem, receiveInto } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { settings, warehouses } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)

test('everybody can ask what they may do and where', async () => {
  const owner = await app.call(settings.myPermissions, as(site))
  expect(owner.body).toEqual({ permissions: warehousePermissions, warehouses: 'all', demo: null })
  const nobody = await app.newMember(site.owner, site.platform, { role: 'somebody' })
  const own = await app.call(settings.myPermissions, { params: site.params, token: nobody.token })
  expect(own.body).toEqual({ permissions: [], warehouses: 'all', demo: null })
})

describe('the settings of the warehouse', () => {
  test('begin plain and change with their version', async () => {
    const own = await newWarehouse(app)
    const { body } = await app.call(settings.warehouse, as(own))
    expect(body.settings).toEqual({
      currency: 'EUR',
      costingMethod: 'avco',
      costingScope: 'warehouse',
      demo: null,
      adjustApprovalAbove: null,
      separateDuties: false,
      packScan: 'required',
      shortPickHolds: true,
      pickPolicy: 'fefo',
      backorders: 'deny',
      version: 1,
    })
    const change = { currency: 'USD', adjustApprovalAbove: '250.50', version: 1 }
    const saved = await app.call(settings.updateWarehouse, { ...as(own), body: change })
    expect(saved.body.settings).toMatchObject({
      currency: 'USD',
      adjustApprovalAbove: '250.5',
      version: 2,
    })
    const stale = await app.call(settings.updateWarehouse, { ...as(own), body: change })
    expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 2])
    const none = { adjustApprovalAbove: null, version: 2 }
    const cleared = await app.call(settings.updateWarehouse, { ...as(own), body: none })
    expect(cleared.body.settings.adjustApprovalAbove).toBeNull()
    const events = await eventsOf(app, own.platform.id)
    expect(events.at(-1)).toMatchObject({
      action: 'WAREHOUSE_SETTINGS_UPDATED',
      metadata: { changed: ['adjustApprovalAbove'] },
    })
  })

  test('name a currency that there is', async () => {
    const own = await newWarehouse(app)
    const pay = (currency: string) =>
      app.call(settings.updateWarehouse, { ...as(own), body: { currency, version: 1 } })
    const none = await pay('ZZZ')
    expect([...refusal(none), none.body['details']]).toMatchObject([
      400,
      'validation_failed',
      [{ path: 'currency', message: 'This currency doesn’t exist' }],
    ])
    expect((await pay('CHF')).body.settings).toMatchObject({ currency: 'CHF', version: 2 })
  })

  test('keep the way stock is valued once there was stock', async () => {
    const own = await newWarehouse(app)
    const fifo = await app.call(settings.updateWarehouse, {
      ...as(own),
      body: { costingMethod: 'fifo', costingScope: 'platform', version: 1 },
    })
    expect(fifo.body.settings).toMatchObject({ costingMethod: 'fifo', costingScope: 'platform' })
    const { sku } = await newItem(app, own)
    await receiveInto(app, own, { sku, qty: '1' })
    for (const change of [
      { costingMethod: 'avco' },
      { costingScope: 'warehouse' },
      { currency: 'USD' },
    ]) {
      const body = { ...change, version: 2 }
      const answer = await app.call(settings.updateWarehouse, { ...as(own), body })
      expect(refusal(answer)).toEqual([409, 'frozen'])
      expect(answer.body.details).toMatchObject([{ path: Object.keys(change)[0] }])
    }
    const same = { costingMethod: 'fifo', currency: 'EUR', separateDuties: true, version: 2 }
    const kept = await app.call(settings.updateWarehouse, { ...as(own), body: same })
    expect(kept.body.settings).toMatchObject({ separateDuties: true, version: 3 })
  })
})

describe('a reason', () => {
  test('is added, renamed and archived, and then no longer given', async () => {
    const reason = { code: 'flood', name: 'Flood', applies: ['adjust_down'] }
    const made = await app.call(settings.createReason, { ...as(site), body: reason })
    expect(made.status).toBe(201)
    expect(made.body.reason).toEqual({
      ...reason,
      requiresNote: false,
      state: 'active',
      version: 1,
    })
    const twice = await app.call(settings.createReason, { ...as(site), body: reason })
    expect(refusal(twice)).toEqual([409, 'duplicate_key'])
    expect(twice.body['blockers']).toEqual([{ type: 'reason', id: 'flood' }])
    const { sku } = await newItem(app, site)
    await receiveInto(app, site, { sku, qty: '5' })
    const give = () => adjustAt(app, site, { sku, qty: '-1' }, { reasonCode: 'flood' })
    expect((await give()).status).toBe(201)
    const at = { ...as(site), params: { ...site.params, code: 'flood' } }
    const body = { name: 'Water', state: 'archived', version: 1 }
    const away = await app.call(settings.updateReason, { ...at, body })
    expect(away.body.reason).toMatchObject({ name: 'Water', state: 'archived', version: 2 })
    const stale = await app.call(settings.updateReason, { ...at, body })
    expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 2])
    expect(refusal(await give())).toEqual([422, 'reason_unknown'])
    const { items } = (await app.call(settings.reasons, as(site))).body
    expect(items.map(({ state }) => state).indexOf('archived')).toBe(items.length - 1)
    const unknown = await app.call(settings.updateReason, {
      ...at,
      params: { ...site.params, code: 'no_such' },
      body,
    })
    expect(unknown.status).toBe(404)
    const events = (await eventsOf(app, site.platform.id)).map(({ action }) => action)
    expect(events).toEqual(expect.arrayContaining(['REASON_CREATED', 'REASON_UPDATED']))
  })
})

describe('A19 a member limited to a warehouse', () => {
  test('is so at its next call, sees nothing else and cannot free itself', async () => {
    const own = await newWarehouse(app)
    const east = await app.call(warehouses.create, {
      ...as(own),
      body: { code: 'EAST', name: 'East' },
    })
    const eastId = east.body.warehouse.id
    const member = await app.newMember(own.owner, own.platform, {
      role: 'warehouse_manager',
      permissions: ['platform.member.update'],
    })
    const at = { ...as(own), params: { ...own.params, memberId: member.id } }
    expect((await app.call(settings.memberWarehouses, at)).body).toEqual({ warehouseIds: [] })
    const set = await app.call(settings.setMemberWarehouses, {
      ...at,
      body: { warehouseIds: [eastId, eastId] },
    })
    expect(set.body).toEqual({ warehouseIds: [eastId] })
    expect((await app.call(settings.memberWarehouses, at)).body).toEqual({
      warehouseIds: [eastId],
    })
    const { items } = (await app.call(settings.members, as(own))).body
    expect(items.map(({ id, warehouseIds }) => [id, warehouseIds])).toEqual(
      expect.arrayContaining([[member.id, [eastId]]]),
    )
    expect(items.filter(({ warehouseIds }) => warehouseIds.length === 0)).toHaveLength(1)
    const limited = { params: own.params, token: member.token }
    expect((await app.call(settings.myPermissions, limited)).body.warehouses).toEqual([eastId])
    const seen = await app.call(warehouses.list, limited)
    expect(seen.body.items.map(({ code }) => code)).toEqual(['EAST'])
    const free = await app.call(settings.setMemberWarehouses, {
      ...at,
      token: member.token,
      body: { warehouseIds: [] },
    })
    expect(refusal(free)).toEqual([422, 'permission_denied'])
    const needed = [{ path: 'permission', message: 'platform.member.update' }]
    expect(free.body['details']).toEqual(needed)
    await app.call(settings.setMemberWarehouses, { ...at, body: { warehouseIds: [] } })
    expect((await app.call(settings.myPermissions, limited)).body.warehouses).toBe('all')
    const events = await eventsOf(app, own.platform.id)
    expect(events.at(-1)).toMatchObject({
      action: 'MEMBER_SCOPE_CHANGED',
      target_id: member.id,
      metadata: { from: [eastId], to: [] },
    })
  })
})

test('A20 members and warehouses of another platform are nothing', async () => {
  const other = await newWarehouse(app)
  const [theirs, mine] = [
    await app.newMember(other.owner, other.platform),
    await app.newMember(site.owner, site.platform),
  ]
  const put = (memberId: string, warehouseId: string) =>
    app.call(settings.setMemberWarehouses, {
      ...as(site),
      params: { ...site.params, memberId },
      body: { warehouseIds: [warehouseId] },
    })
  const read = (memberId: string) =>
    app.call(settings.memberWarehouses, { ...as(site), params: { ...site.params, memberId } })
  const answers = [
    [await put(mine.id, other.warehouse.id), await put(mine.id, randomUUID())],
    [await put(theirs.id, site.warehouse.id), await put(randomUUID(), site.warehouse.id)],
    [await read(theirs.id), await read(randomUUID())],
  ].map((pair) => pair.map(({ status, body: { requestId: _, ...rest } }) => [status, rest]))
  for (const [foreign, random] of answers) {
    expect(foreign?.[0]).toBe(404)
    expect(foreign).toEqual(random)
  }
})
