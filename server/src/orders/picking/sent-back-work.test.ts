import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { afterEach, expect, test } from 'vitest'
import { arrange } from '../../../test/arrange.ts'
import { breaking, findingsOf } from '../../../test/breaking.ts'
import { as, stocked } from '../../../test/fixtures.ts'
import { orderOf } from '../../../test/order-calls.ts'
import { pickedOf, sendBack } from '../../../test/pack-calls.ts'
import { confirmPick, fulfillmentNow } from '../../../test/pick-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import {
  bindTotes,
  createBatch,
  newBatch,
  releasedWave,
  waveNow,
} from '../../../test/wave-calls.ts'

const { fulfillments } = api.orders
const { app, site } = await setupSite()
afterEach(async () => expect(await findingsOf(app, site)).toEqual([]))

const back = (id: string, qty: string) => sendBack(app, site, id, [{ qty }])
const readyOf = async (id: string) =>
  (await fulfillmentNow(app, site, id)).lines
    .flatMap(({ picks }) => picks)
    .filter(({ state }) => state === 'ready')

test('a tote is free once everything in it is sent back, which is batched again', async () => {
  const { item, released, batch } = await newBatch(app, site, ['2'], { method: 'cluster' })
  const [{ fulfillmentId } = { fulfillmentId: '' }] = released
  const tote = `T-${randomUUID().slice(0, 8)}`
  await bindTotes(app, site, batch.id, [{ fulfillmentId, tote }])
  await confirmPick(app, site, batch.tasks[0]?.id ?? '', { qty: '2', tote })
  const held = () =>
    arrange(app, 'select held_tote from tenant.pick_batch_lines where batch_id = $1', [batch.id])
  await back(fulfillmentId, '1')
  expect(await held()).toMatchObject([{ held_tote: tote.toLowerCase() }])
  const [task] = await readyOf(fulfillmentId)
  await confirmPick(app, site, task?.id ?? '')
  await back(fulfillmentId, '2')
  expect(await held()).toMatchObject([{ held_tote: null }])
  const again = await createBatch(app, site, { fulfillmentIds: [fulfillmentId] })
  expect(again.body).toMatchObject({ batch: { tasks: [{ sku: item.sku, qty: '2' }] } })
})

test('a completed wave stays completed while it is picked again', async () => {
  const mug = await stocked(app, site, { qty: '5' })
  const order = await orderOf(app, site, mug.sku, '1')
  const wave = await releasedWave(app, site, { filter: { orderIds: [order.id] } })
  const { body } = await app.call(fulfillments.list, { ...as(site), query: { wave: wave.id } })
  const fulfillmentId = body.items[0]?.id ?? ''
  const pickOne = async () => {
    const [task] = await readyOf(fulfillmentId)
    return confirmPick(app, site, task?.id ?? '')
  }
  await pickOne()
  await back(fulfillmentId, '1')
  expect(await waveNow(app, site, wave.id)).toMatchObject({ state: 'completed' })
  // What was sent back is the only thing a completed wave may have left to pick.
  const set = (state: string) =>
    `update tenant.pick_tasks set state = '${state}'
     where fulfillment_id = $1 and state in ('sent_back', 'cancelled')`
  expect(await breaking(app, site)(set('cancelled'), set('sent_back'), [fulfillmentId])).toEqual([
    `I14 wave ${wave.number}`,
  ])
  await pickOne()
  expect(await waveNow(app, site, wave.id)).toMatchObject({ state: 'completed' })
})

test('I14 a picked fulfillment of which nothing is picked is found', async () => {
  const mug = await stocked(app, site)
  const { fulfillmentId, number } = await pickedOf(app, site, mug.sku, '1')
  const set = (state: string, at: string) =>
    `update tenant.pick_tasks set state = '${state}', picked_at = ${at} where fulfillment_id = $1`
  expect(
    await breaking(app, site)(set('sent_back', 'null'), set('done', 'now()'), [fulfillmentId]),
  ).toContain(`I14 fulfillment ${number}`)
})
