import { api } from '@stowage/contract'
import { tables } from '@stowage/contract/platforms/table-settings'
import { beforeEach, expect, test } from 'vitest'
import { sharedApp, type TestApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'

const { list, save } = api.platforms.tableSettings
const { removeById } = api.platforms.members
let alice: Awaited<ReturnType<TestApp['newOperator']>>
let platform: Awaited<ReturnType<TestApp['newPlatform']>>
let member: Awaited<ReturnType<TestApp['newMember']>>
const app = await sharedApp()
beforeEach(async () => {
  alice = await app.newOperator()
  platform = await app.newPlatform(alice)
  member = await app.newMember(alice, platform)
})

const chosen = {
  columns: ['SKU', 'Lot, serial', 'Name'],
  hidden: ['Name'],
}

const put = (table: string, body: Record<string, unknown>, token = member.token) =>
  app.call(save, { params: { slug: platform.slug, table }, token, body })
const read = async (token = member.token) =>
  (await app.call(list, { params: { slug: platform.slug }, token })).body.items

test('saves the settings of each table', async () => {
  expect(await read()).toEqual([])
  const { status, body } = await put('stock', chosen)
  expect([status, body.arrangement]).toEqual([200, chosen])
  const usual = { columns: [], hidden: [] }
  // Pages that were open before an update send more.
  await put('products', { ...usual, density: 'compact', widths: { SKU: 160 } })
  await put('stock', { ...chosen, hidden: [] })
  expect(await read()).toEqual([
    { table: 'products', arrangement: usual },
    { table: 'stock', arrangement: { ...chosen, hidden: [] } },
  ])
})

test('accepts every table of the contract and no other', async () => {
  for (const table of tables) expect((await put(table, chosen)).status).toBe(200)
  expect(await read()).toHaveLength(tables.length)
  for (const table of ['users', 'Stock', 'stock ', '__proto__']) {
    const { status, body } = await put(table, chosen)
    expect([table, status, body['code']]).toEqual([table, 404, 'not_found'])
  }
})

test('refuses invalid settings at their field', async () => {
  for (const [path, change] of [
    ['columns', { columns: undefined }],
    ['columns', { columns: ['SKU', 'SKU'], hidden: [] }],
    ['columns', { columns: Array.from({ length: 41 }, (_, n) => `${n}`), hidden: [] }],
    ['columns.0', { columns: [''], hidden: [] }],
    ['columns.0', { columns: ['x'.repeat(41)], hidden: [] }],
    ['columns.0', { columns: [7], hidden: [] }],
    ['hidden', { hidden: ['Unit'] }],
  ] as const) {
    const { status, body } = await put('stock', { ...chosen, ...change })
    expect([status, body['code']]).toEqual([400, 'validation_failed'])
    expect(body['details']).toContainEqual(expect.objectContaining({ path }))
  }
  expect(await read()).toEqual([])
})

test('are private to the member', async () => {
  const [colleague, other] = [
    await app.newMember(alice, platform),
    await app.newPlatform(await app.newOperator()),
  ]
  await put('stock', chosen)
  expect(await read(colleague.token)).toEqual([])
  await put('stock', { ...chosen, hidden: [] }, colleague.token)
  expect(await read()).toEqual([{ table: 'stock', arrangement: chosen }])
  const elsewhere = { slug: other.slug, table: 'stock' }
  const answer = await app.call(save, { params: elsewhere, token: member.token, body: chosen })
  expect(answer.status).toBe(401)
})

test('are deleted with the member and recorded in no event', async () => {
  const before = await eventsOf(app, platform.id)
  await put('stock', chosen)
  expect(await eventsOf(app, platform.id)).toEqual(before)
  const params = { platformId: platform.id, memberId: member.id }
  expect((await app.call(removeById, { params, token: alice.token })).status).toBe(200)
  const left = `select from tenant.table_settings where member_id = $1`
  expect(await arrange(app, left, [member.id])).toEqual([])
})
