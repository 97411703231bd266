import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { as, newItem, openSite, receiveInto } from '../../../test/fixtures.ts'
import { confirmPick, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { picking } = api.orders
const { app, site } = await setupSite()

type By = { id: string; token: string }

const picker = () => app.newMember(site.owner, site.platform, { role: 'picker' })
const call = ({ token }: { token: string }) => ({ params: site.params, token })
const list = async (by: { token: string }, query: Record<string, string> = {}) =>
  (await app.call(picking.list, { ...call(by), query: query as never })).body.items
const claim = (by: By, ...taskIds: string[]) =>
  app.call(picking.claim, { ...call(by), body: { taskIds } })
const handBack = (by: By, ...taskIds: string[]) =>
  app.call(picking.handBack, { ...call(by), body: { taskIds } })

/** A task in each of two locations, the one that is walked to first last. */
async function newTasks() {
  const tasks: { id: string; location: string; sku: string }[] = []
  for (const location of ['A-02', 'A-01']) {
    const { sku } = await newItem(app, site)
    await receiveInto(app, site, { sku, qty: '5', location })
    const { task } = await releasedOf(app, site, sku, '2')
    tasks.push({ id: task.id, location, sku })
  }
  const [second, first] = tasks
  if (!first || !second) throw new Error('no tasks')
  return { first, second }
}

test('tasks are listed in walking order, free and mine, and as a file', async () => {
  await arrange(app, 'update tenant.locations set pick_sequence = 20 where location_id = $1', [
    site.a02.id,
  ])
  const { first, second } = await newTasks()
  const anna = await picker()
  const both = [first.id, second.id]
  const shown = async (view: string) =>
    (await list(anna, { view })).map(({ id }) => id).filter((id) => both.includes(id))
  expect(await shown('free')).toEqual(both)
  await claim(anna, second.id)
  expect([await shown('all'), await shown('free'), await shown('mine')]).toEqual([
    both,
    [first.id],
    [second.id],
  ])
  const page = await app.call(picking.list, { ...call(anna), query: { limit: '1' } as never })
  const next = await app.call(picking.list, {
    ...call(anna),
    query: { limit: '200', cursor: page.body.next ?? '' } as never,
  })
  const walked = [...page.body.items, ...next.body.items].map(({ location }) => location)
  expect(walked).toEqual(walked.toSorted())
  const file = await app.http.inject({
    url: `/api/v1/tenant/${site.params.slug}/picking/tasks?format=csv&view=mine`,
    headers: { authorization: `Bearer ${anna.token}` },
  })
  expect(file.body).toContain(`MAIN,A-02,${second.sku}`)
  const [chosen] = await list(anna, { ids: second.id })
  expect(chosen).toMatchObject({ id: second.id, locationBarcode: null, barcodes: [] })
  await confirmPick(app, site, second.id, { qty: '2' }, anna)
  expect(await shown('mine')).toEqual([])
})

test('a task is claimed once, and handed back only by who has it', async () => {
  const { first } = await newTasks()
  const [anna, ben] = [await picker(), await picker()]
  const answers = await Promise.all([claim(anna, first.id), claim(ben, first.id)])
  const owners = new Set(answers.map(({ body }) => body.tasks[0]?.assignedTo))
  expect(owners.size).toBe(1)
  const [owner, other] = owners.has(anna.id) ? [anna, ben] : [ben, anna]
  const kept = await handBack(other, first.id)
  expect(kept.body.tasks).toMatchObject([{ id: first.id, assignedTo: owner.id }])
  const free = await handBack(owner, first.id)
  expect(free.body.tasks).toEqual([{ id: first.id, assignedTo: null, assignedToName: null }])
})

test('a claimed task is picked by who has it, or by who assigns picks', async () => {
  const { first, second } = await newTasks()
  const [anna, ben] = [await picker(), await picker()]
  await claim(anna, first.id, second.id)
  const taken = await confirmPick(app, site, first.id, { qty: '2' }, ben)
  expect(refusal(taken)).toEqual([409, 'invalid_transition'])
  const reported = await pickShort(app, site, first.id, {}, ben)
  expect(refusal(reported)).toEqual([409, 'invalid_transition'])
  expect((await confirmPick(app, site, first.id, { qty: '2' }, anna)).status).toBe(200)
  expect((await confirmPick(app, site, second.id, { qty: '2' })).status).toBe(200)
})

test('picks are assigned by who may, to who exists, in the warehouses they see', async () => {
  const { first, second } = await newTasks()
  const anna = await picker()
  const assign = (by: { token: string }, memberId: string | null) =>
    app.call(picking.assign, { ...call(by), body: { taskIds: [first.id, second.id], memberId } })
  expect(refusal(await assign(anna, anna.id))).toEqual([422, 'permission_denied'])
  const stranger = await assign(site, randomUUID())
  expect(refusal(stranger)).toEqual([400, 'validation_failed'])
  const given = await assign(site, anna.id)
  expect(given.body.tasks.map(({ assignedTo }) => assignedTo)).toEqual([anna.id, anna.id])
  expect((await list(anna, { view: 'mine' })).length).toBe(2)
  const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: anna.id },
    body: { warehouseIds: [east.id] },
  })
  expect(await list(anna)).toEqual([])
  expect((await handBack(anna, first.id)).body.tasks).toEqual([])
  expect((await assign(site, null)).body.tasks).toMatchObject([
    { assignedTo: null },
    { assignedTo: null },
  ])
})
