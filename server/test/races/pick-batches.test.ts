import { api } from '@stowage/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrange } from '../arrange.ts'
import { as, stocked } from '../fixtures.ts'
import { orderOf } from '../order-calls.ts'
import { confirmPick, pickShort, releasedOf } from '../pick-calls.ts'
import {
  batchNow,
  cancelWave,
  createBatch,
  newBatch,
  newWave,
  releasedWave,
  releaseWave,
  runWaveJob,
  step,
  waveNow,
} from '../wave-calls.ts'
import { concurrently } from './concurrently.ts'
import { openGround, shuffled, type Ground } from './stock-clients.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(async () => expect(await ground.close(), 'deadlocks').toBe(0))

test('of two people who claim a batch one gets it, and the other is told who', async () => {
  const { app, site } = ground
  const people = await Promise.all(
    ['Anna', 'Ben'].map(async (firstName) => {
      const member = await app.newMember(site.owner, site.platform, { role: 'picker' })
      await arrange(
        app,
        'update tenant.members set first_name = $1, last_name = $2 where id = $3',
        [firstName, 'Picker', member.id],
      )
      return { ...member, name: `${firstName} Picker` }
    }),
  )
  for (let round = 0; round < 5; round++) {
    const { batch } = await newBatch(app, site, ['1', '1'])
    const answers = await Promise.all(people.map((one) => step(app, site, 'claim', batch.id, one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = people[answers.findIndex(({ status }) => status === 200)]
    const told = answers.find(({ status }) => status === 409)
    expect(told?.body).toMatchObject({
      code: 'invalid_transition',
      message: `${winner?.name} already picks ${batch.number}.`,
    })
    expect(await batchNow(app, site, batch.id)).toMatchObject({ assignedTo: winner?.id })
  }
})

test('people who start a batch at the same time get different orders', async () => {
  const { app, site } = ground
  const { sku } = await stocked(app, site, { qty: '100' })
  const released = await concurrently(12, () => releasedOf(app, site, sku, '1'))
  const answers = await concurrently(4, () => createBatch(app, site, { maxOrders: 3 }))
  const found = answers.flatMap(({ body }) =>
    (body.batch?.totes ?? []).map(({ fulfillmentId }) => fulfillmentId),
  )
  expect(new Set(found).size).toBe(found.length)
  // Whoever found everything taken at that moment tries once more.
  const { body } = await createBatch(app, site, { maxOrders: 12 })
  const rest = (body.batch?.totes ?? []).map(({ fulfillmentId }) => fulfillmentId)
  expect([...found, ...rest].toSorted()).toEqual(
    released.map(({ fulfillmentId }) => fulfillmentId).toSorted(),
  )
})

test('R2 picks, short picks, cancelled waves and batches of the same orders leave the books right', async () => {
  const { app, site } = ground
  const tag = 'race'
  const { sku } = await stocked(app, site, { qty: '100' })
  const orders = await concurrently(12, () => orderOf(app, site, sku, '2', { tags: [tag] }))
  const wave = await releasedWave(app, site, { filter: { tag } })
  const made = await createBatch(app, site, { waveId: wave.id, maxOrders: 4, count: 3 })
  const batches = await Promise.all(made.body.batches.map(({ id }) => batchNow(app, site, id)))
  const calls = [
    ...batches.flatMap(({ id, tasks }) => [
      () => step(app, site, 'claim', id),
      () => step(app, site, 'complete', id),
      () => step(app, site, 'cancel', id),
      ...tasks.flatMap((task, i) => [
        () => confirmPick(app, site, task.id, { qty: '1' }),
        () => confirmPick(app, site, task.id, { qty: '2' }),
        ...(i === 0 ? [() => pickShort(app, site, task.id)] : []),
      ]),
    ]),
    ...orders.slice(0, 4).map((order) => () => {
      const params = { ...site.params, orderId: order.id }
      const body = { version: order.version + 1 }
      return app.call(api.orders.fulfillments.unrelease, { ...as(site), params, body })
    }),
    () => cancelWave(app, site, wave),
  ]
  type Answer = { status: number; body: unknown }
  const answers = await Promise.all(shuffled<() => Promise<Answer>>(calls).map((call) => call()))
  const others = answers.filter(({ status }) => ![200, 201, 409].includes(status))
  expect(others).toEqual([])
  await runWaveJob(app, wave.id)
  const after = await waveNow(app, site, wave.id)
  // Cancelled before the first pick, or not at all.
  if (after.state === 'cancelled') expect(after).toMatchObject({ orders: 0, picked: 0 })
  else expect(['in_progress', 'completed']).toContain(after.state)
  const stray = await arrange(
    app,
    `select t.pick_task_id from tenant.pick_tasks t
     join tenant.pick_batches k on k.platform_id = t.platform_id and k.batch_id = t.batch_id
     where t.platform_id = $1 and t.state = 'ready' and k.state not in ('open', 'in_progress')`,
    [site.platform.id],
  )
  expect(stray).toEqual([])
  expect(await ground.violations()).toEqual([])
})

test('the last two picks of a wave complete it, however close they come', async () => {
  const { app, site } = ground
  const { sku } = await stocked(app, site, { qty: '100' })
  for (let round = 0; round < 4; round++) {
    const tag = `last ${round}`
    await concurrently(2, () => orderOf(app, site, sku, '1', { tags: [tag] }))
    const draft = await newWave(app, site, { filter: { tag } })
    await releaseWave(app, site, draft)
    await runWaveJob(app, draft.id)
    const { body } = await createBatch(app, site, { waveId: draft.id })
    await Promise.all(body.batch.tasks.map(({ id }) => confirmPick(app, site, id)))
    expect((await waveNow(app, site, draft.id)).state).toBe('completed')
    expect((await batchNow(app, site, body.batch.id)).state).toBe('completed')
  }
})
