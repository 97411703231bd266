import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { tables, type TableName } from '@stowage/contract/platforms/table-settings'
import { beforeEach, expect, test } from 'vitest'
import { refusal, sharedApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'

const { savedViews } = api.workspace
const app = await sharedApp()
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
let sharer: { id: string; token: string }
let member: { id: string; token: string }
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
  sharer = await app.newMember(alice, platform, { permissions: ['view.share'] })
  member = await app.newMember(alice, platform)
})

type Some = Record<string, unknown>
const at = ({ token } = member) => ({ params: { slug: platform.slug }, token })
const view = { screen: 'orders', name: 'Urgent', query: { state: 'confirmed', sort: '-number' } }
const create = (more: Some = {}, by = member) =>
  app.call(savedViews.create, { ...at(by), body: { ...view, ...more } } as never)
const change = (viewId: string, body: Some, by = member) =>
  app.call(savedViews.update, {
    ...at(by),
    params: { slug: platform.slug, viewId },
    body,
  } as never)
const remove = (viewId: string, by = member) =>
  app.call(savedViews.remove, { ...at(by), params: { slug: platform.slug, viewId } })
const choose = (viewId: string | null, by = member, screen: TableName = 'orders') =>
  app.call(savedViews.setDefault, { ...at(by), body: { screen, viewId } })
const list = async (by = member, screen: TableName = 'orders') =>
  (await app.call(savedViews.list, { ...at(by), query: { screen } })).body.items

test('keeps filters and columns of a list for the member', async () => {
  const arrangement = { columns: ['Order', 'Tags'], hidden: ['Tags'] }
  const made = await create({ arrangement })
  expect(made.status).toBe(201)
  expect(await list()).toEqual([
    {
      ...view,
      id: made.body.view.id,
      arrangement,
      isOwn: true,
      isShared: false,
      isDefault: false,
      ownerName: expect.any(String),
      version: 1,
      createdAt: expect.any(String),
    },
  ])
  expect(await list(member, 'customers')).toEqual([])
  expect(await list(sharer)).toEqual([])
})

test('every list of the contract has views of its own', async () => {
  for (const screen of tables) expect((await create({ screen })).status).toBe(201)
  for (const screen of tables) expect(await list(member, screen)).toMatchObject([{ screen }])
})

test('a refusal names the view that has the name, in the same list', async () => {
  await create({ screen: 'stock' })
  const { id } = (await create()).body.view
  const { id: late } = (await create({ name: 'Late' }, sharer)).body.view
  await change(late, { version: 1, isShared: true }, sharer)
  const taken = (await create({ name: 'Early' }, sharer)).body.view.id
  const other = await app.newMember(alice, platform, { permissions: ['view.share'] })
  const blockers = ({ body }: { body: object }) => (body as Some)['blockers']
  expect(blockers(await create())).toMatchObject([{ id, name: 'Urgent' }])
  const renamed = await change(late, { version: 2, name: 'early' }, other)
  expect(blockers(renamed)).toMatchObject([{ id: taken, name: 'Early' }])
})

test('is renamed, changed and deleted', async () => {
  const { id } = (await create()).body.view
  const renamed = await change(id, { version: 1, name: 'Very urgent', query: { tag: 'vip' } })
  expect(renamed.body.view).toMatchObject({
    name: 'Very urgent',
    query: { tag: 'vip' },
    version: 2,
  })
  expect(refusal(await change(id, { version: 1, name: 'Late' }))).toEqual([409, 'version_conflict'])
  await create({ name: 'Late' })
  expect(refusal(await change(id, { version: 2, name: 'LATE' }))).toEqual([409, 'duplicate_key'])
  expect(refusal(await create({ name: 'late' }))).toEqual([409, 'duplicate_key'])
  expect((await remove(id)).status).toBe(200)
  expect(refusal(await remove(id))).toEqual([404, 'not_found'])
  expect(await list()).toMatchObject([{ name: 'Late' }])
})

test('is shared with a right, and recorded', async () => {
  expect(refusal(await create({ isShared: true }))).toEqual([422, 'permission_denied'])
  const { id } = (await create({ isShared: true }, sharer)).body.view
  expect(await list()).toMatchObject([{ id, isOwn: false, isShared: true }])
  expect(refusal(await change(id, { version: 1, name: 'Mine' }))).toEqual([
    422,
    'permission_denied',
  ])
  expect(refusal(await remove(id))).toEqual([422, 'permission_denied'])
  const other = await app.newMember(alice, platform, { permissions: ['view.share'] })
  expect((await change(id, { version: 1, name: 'Ours' }, other)).status).toBe(200)
  await choose(id)
  expect(await list()).toMatchObject([{ isDefault: true }])
  // Whoever opened the list with it does so no longer.
  expect((await change(id, { version: 2, isShared: false }, sharer)).status).toBe(200)
  expect(await list()).toEqual([])
  const left = 'select from tenant.default_views where platform_id = $1'
  expect(await arrange(app, left, [platform.id])).toEqual([])
  const actions = (await eventsOf(app, platform.id)).map(({ action }) => action)
  expect(actions.filter((action) => String(action).startsWith('VIEW_'))).toEqual([
    'VIEW_SHARED',
    'VIEW_UNSHARED',
  ])
})

test('one view is the default of a list, for this member', async () => {
  const [a, b] = [(await create()).body.view, (await create({ name: 'Second' })).body.view]
  await choose(a.id)
  await choose(b.id)
  expect(await list()).toMatchObject([
    { isDefault: true, name: 'Second' },
    { isDefault: false, name: 'Urgent' },
  ])
  await choose(null)
  expect((await list()).filter(({ isDefault }) => isDefault)).toEqual([])
  for (const [viewId, screen] of [
    [randomUUID(), 'orders'],
    [a.id, 'customers'],
  ] as const) {
    const { status, body } = await choose(viewId, member, screen)
    expect([status, body['details' as never]]).toMatchObject([400, [{ path: 'viewId' }]])
  }
})

test('is refused at the wrong field', async () => {
  for (const [path, more] of [
    ['screen', { screen: 'catalog' }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['query', { query: 'state=confirmed' }],
    ['query.state', { query: { state: 'x'.repeat(501) } }],
    ['arrangement.columns', { arrangement: { columns: ['A', 'A'], hidden: [] } }],
  ] as const) {
    const { status, body } = await create(more)
    expect([status, path]).toEqual([400, path])
    expect(body['details' as never]).toContainEqual(expect.objectContaining({ path }))
  }
  await arrange(
    app,
    `insert into tenant.saved_views (platform_id, view_id, screen, name, name_key, owner_id, query,
       created_at, updated_at)
     select $1, gen_random_uuid(), 'orders', 'V' || n, 'v' || n, $2, '{}', now(), now()
     from generate_series(1, 50) as n`,
    [platform.id, member.id],
  )
  expect((await create()).body['details' as never]).toMatchObject([{ path: 'name' }])
})

test('is not found by another workspace and goes with its member', async () => {
  const { id } = (await create()).body.view
  const other = await app.newPlatform(alice)
  const stranger = await app.newMember(alice, other)
  const away = await app.call(savedViews.remove, {
    params: { slug: other.slug, viewId: id },
    token: stranger.token,
  })
  expect(refusal(away)).toEqual([404, 'not_found'])
  await app.call(api.platforms.members.removeById, {
    params: { platformId: platform.id, memberId: member.id },
    token: alice.token,
  })
  const left = 'select from tenant.saved_views where view_id = $1'
  expect(await arrange(app, left, [id])).toEqual([])
})
