import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { settings, locations, warehouses } = api.warehouse
let site: Site
const app = await sharedApp()
beforeEach(async () => void (site = await newWarehouse(app)))

type Direction = 'in' | 'out' | 'both'
const block = (
  ids: readonly string[],
  direction: Direction = 'both',
  more: Record<string, unknown> = {},
) => app.call(locations.blockMany, { ...as(site), body: { ids: [...ids], direction }, ...more })
const unblock = (ids: readonly string[]) =>
  app.call(locations.unblockMany, { ...as(site), body: { ids: [...ids] } })
const bins = () => [site.a01.id, site.a02.id]
const statuses = async () => {
  const { items } = (await app.call(locations.list, { ...as(site), query: { q: 'A-0' } })).body
  return items.map(({ status }) => status)
}
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: unknown }).code,
]

test('several are blocked on top of what is blocked, and opened again', async () => {
  expect((await block([site.a01.id], 'in')).body.changed).toEqual([site.a01.id])
  expect(await statuses()).toEqual(['blocked_in', 'active'])
  const out = await block(bins(), 'out')
  expect([out.status, out.body.changed.toSorted()]).toEqual([200, bins().toSorted()])
  expect(await statuses()).toEqual(['blocked', 'blocked_out'])
  expect((await block([site.a01.id], 'in')).body.changed).toEqual([])
  expect((await unblock(bins())).body.changed).toHaveLength(2)
  expect(await statuses()).toEqual(['active', 'active'])
  expect((await unblock(bins())).body.changed).toEqual([])
  const events = (await eventsOf(app, site.platform.id)).filter(
    ({ target_id: id }) => id === site.a01.id,
  )
  expect(events.map(({ action, metadata }) => [action, metadata])).toEqual([
    ['LOCATION_CREATED', {}],
    ['LOCATION_BLOCKED', { from: 'active', to: 'blocked_in' }],
    ['LOCATION_BLOCKED', { from: 'blocked_in', to: 'blocked' }],
    ['LOCATION_UNBLOCKED', { from: 'blocked', to: 'active' }],
  ])
})

test('one that was archived refuses them all, and is named', async () => {
  await app.call(locations.archive, {
    ...as(site),
    params: { ...site.params, locationId: site.a02.id },
    body: { version: site.a02.version },
  })
  for (const answer of [await block(bins()), await unblock(bins())]) {
    expect(codeOf(answer)).toEqual([409, 'invalid_transition'])
    expect((answer.body as unknown as { blockers: unknown }).blockers).toMatchObject([
      { type: 'location', code: 'A-02', from: 'archived', allowed: [] },
    ])
  }
  expect(await statuses()).toEqual(['active', 'archived'])
})

test('one of a warehouse out of sight, or of nobody, refuses them all', async () => {
  const opened = await app.call(warehouses.create, {
    ...as(site),
    body: { code: 'EAST', name: 'East' },
  })
  const { warehouse, locations } = opened.body
  const limited = await app.newMember(site.owner, site.platform, { role: 'warehouse_manager' })
  await app.call(settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: limited.id },
    body: { warehouseIds: [warehouse.id] },
  })
  const by = { token: limited.token }
  const own = locations.map(({ id }) => id)
  expect(codeOf(await block([...own, site.a01.id], 'in', by))).toEqual([404, 'not_found'])
  expect(codeOf(await block([...own, randomUUID()], 'in', by))).toEqual([404, 'not_found'])
  expect((await block(own, 'in', by)).body.changed).toHaveLength(own.length)
  expect(await statuses()).toEqual(['active', 'active'])
})

test('who may not block blocks nothing', async () => {
  const receiver = await app.newMember(site.owner, site.platform, { role: 'receiver' })
  const refused = await block(bins(), 'both', { token: receiver.token })
  expect([refused.status, (refused.body as { details?: unknown }).details]).toEqual([
    422,
    [{ path: 'permission', message: 'location.block' }],
  ])
  expect(codeOf(await block(bins(), 'up' as Direction))).toEqual([400, 'validation_failed'])
  expect(await statuses()).toEqual(['active', 'active'])
})
