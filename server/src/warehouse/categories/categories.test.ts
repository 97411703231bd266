import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import type { Category } from '@stowage/contract/warehouse/categories'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { setupSite } from '../../../test/setup-site.ts'
import { as } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { categories, products } = api.warehouse

const { app, site } = await setupSite()

async function make(name: string, parentId: string | null = null): Promise<Category> {
  const body = { name, parentId }
  return (await app.call(categories.create, { ...as(site), body })).body.category
}

const change = ({ id }: { id: string }, body: Record<string, unknown>, by = site) =>
  app.call(categories.update, {
    ...as(by),
    params: { ...by.params, categoryId: id },
    body,
  })

test('a category is renamed and moved with what stands below it', async () => {
  const [home, kitchen] = [await make('Home'), await make('Kitchen')]
  const mugs = await make('Mugs', kitchen.id)
  const made = await app.call(products.create, {
    ...as(site),
    body: { name: 'Mug', categoryId: kitchen.id, variants: [{ sku: 'IN-KITCHEN' }] },
  })
  expect(made.status).toBe(201)
  const moved = await change(kitchen, { name: 'Cooking', parentId: home.id, version: 1 })
  expect(moved.body.category).toEqual({
    id: kitchen.id,
    name: 'Cooking',
    parentId: home.id,
    version: 2,
  })
  const { items } = (await app.call(categories.list, as(site))).body
  expect(items.find(({ id }) => id === mugs.id)).toEqual(mugs)
  const listed = await app.call(products.list, { ...as(site), query: { q: 'IN-KITCHEN' } })
  expect(listed.body.items[0]?.categoryName).toBe('Cooking')
  const top = await change(kitchen, { parentId: null, version: 2 })
  expect(top.body.category).toMatchObject({ name: 'Cooking', parentId: null, version: 3 })
  expect((await eventsOf(app, site.platform.id)).at(-1)).toMatchObject({
    action: 'CATEGORY_UPDATED',
    target_id: kitchen.id,
    metadata: { changed: ['parentId'] },
  })
})

test('a category never stands below itself, also not where two are moved at once', async () => {
  const [a, b] = [await make('A'), await make('B')]
  const c = await make('C', b.id)
  for (const parentId of [b.id, c.id]) {
    const refused = await change(b, { parentId, version: 1 })
    expect([refused.status, refused.body['details']]).toMatchObject([400, [{ path: 'parentId' }]])
  }
  const both = await Promise.all([
    change(a, { parentId: c.id, version: 1 }),
    change(b, { parentId: a.id, version: 1 }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const nowhere = await change(c, { parentId: randomUUID(), version: 1 })
  expect([nowhere.status, nowhere.body['details']]).toMatchObject([400, [{ path: 'parentId' }]])
})

test('its name is taken, its version another, or it is somebody else’s', async () => {
  const [tools, more] = [await make('Tools'), await make('More tools')]
  const taken = await change(more, { name: 'Tools', version: 1 })
  expect(refusal(taken)).toEqual([409, 'duplicate_key'])
  expect(taken.body['blockers']).toEqual([{ type: 'category', id: tools.id }])
  const inside = await make('Tools', more.id)
  const up = await change(inside, { parentId: null, version: 1 })
  expect(up.body['blockers']).toEqual([{ type: 'category', id: tools.id }])
  const stale = await change(more, { name: 'Other', version: 7 })
  expect([...refusal(stale), stale.body['currentVersion']]).toEqual([409, 'version_conflict', 1])
  const other = await newWarehouse(app)
  const answers = [
    await change(more, { name: 'Ours', version: 1 }, other),
    await change({ id: randomUUID() }, { name: 'Ours', version: 1 }, other),
  ].map(({ status, body: { requestId: _, ...rest } }) => [status, rest])
  expect(answers[0]?.[0]).toBe(404)
  expect(answers[0]).toEqual(answers[1])
})
