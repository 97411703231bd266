import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { breaking, findingsOf } from '../../../test/breaking.ts'
import { openSite, stocked } from '../../../test/fixtures.ts'
import { confirmPick, pickShort, releasedOf } from '../../../test/pick-calls.ts'
import { authorizedOf, shippedOf } from '../../../test/return-calls.ts'
import { setupSite } from '../../../test/setup-site.ts'
import {
  bindTotes,
  cancelWave,
  newBatch,
  newWave,
  releasedWave,
  runWaveJob,
  step,
  waveNow,
} from '../../../test/wave-calls.ts'
import { arrange } from '../../../test/arrange.ts'
import { orderOf } from '../../../test/order-calls.ts'

const { app, site } = await setupSite()
const brokenBy = breaking(app, site)
const set = (table: string, key: string, column: string) => (value: string | null) =>
  `update tenant.${table} set ${column} = ${value === null ? 'null' : `'${value}'`} where ${key} = $1`

const batchState = set('pick_batches', 'batch_id', 'state')
const waveState = set('waves', 'wave_id', 'state')

describe('I14 a batch', () => {
  test('that is over with something to pick, or not over without', async () => {
    const { batch } = await newBatch(app, site, ['1', '1'])
    const { id, number } = batch
    expect(await brokenBy(batchState('completed'), batchState('open'), [id])).toEqual([
      `I14 batch ${number}`,
    ])
    for (const task of batch.tasks) await confirmPick(app, site, task.id)
    expect(await brokenBy(batchState('open'), batchState('completed'), [id])).toEqual([
      `I14 batch ${number}`,
    ])
  })

  test('whose task is in no slot, elsewhere or of somebody else', async () => {
    const { batch, released } = await newBatch(app, site, ['1'])
    const [task] = batch.tasks
    const one = `I14 pick task ${task?.id} of batch ${batch.number}`
    const owner = set('pick_tasks', 'pick_task_id', 'assigned_to')
    expect(await brokenBy(owner(randomUUID()), owner(null), [task?.id])).toEqual([one])
    const east = await openSite(app, site, `E${randomUUID().slice(0, 6)}`, 'UTC')
    const at = set('pick_batches', 'batch_id', 'warehouse_id')
    expect(await brokenBy(at(east.id), at(site.warehouse.id), [batch.id])).toEqual([one])
    const slot = set('pick_batch_lines', 'batch_id', 'fulfillment_id')
    const other = await releasedOf(app, site, (await stocked(app, site)).sku, '1')
    expect(
      await brokenBy(slot(other.fulfillmentId), slot(released[0]?.fulfillmentId ?? ''), [batch.id]),
    ).toEqual([one])
    // Claimed by its first pick, it is the picker's with all that is left.
    const two = await newBatch(app, site, ['1', '1'])
    await confirmPick(app, site, two.batch.tasks[0]?.id ?? '')
    expect(await findingsOf(app, site)).toEqual([])
  })

  test('that shares a fulfillment with another', async () => {
    const { batch, released } = await newBatch(app, site, ['2'])
    const other = await newBatch(app, site, ['1'])
    // Its one task twice: half of it in another batch.
    const [task] = batch.tasks
    const split = `with t as (
        update tenant.pick_tasks set qty = 1 where pick_task_id = $1 returning *)
      insert into tenant.pick_tasks (platform_id, fulfillment_id, pick_task_id, line_no, allocation_id,
        location_id, lot_id, serial_id, qty, reason, state, batch_id, sequence)
      select platform_id, fulfillment_id, '${other.batch.id}', line_no, allocation_id, location_id, lot_id,
        serial_id, 1, reason, state, '${other.batch.id}', 9 from t`
    const joined = `with t as (delete from tenant.pick_tasks where pick_task_id = '${other.batch.id}')
      update tenant.pick_tasks set qty = 2 where pick_task_id = $1`
    expect(await brokenBy(split, joined, [task?.id])).toContain(
      `I14 fulfillment ${released[0]?.number}`,
    )
  })

  test('that holds a tote of what is packed or was never picked', async () => {
    const { batch, released } = await newBatch(app, site, ['1', '1'], { method: 'cluster' })
    const [first, second] = batch.tasks
    const totes = released.map(({ fulfillmentId }) => ({
      fulfillmentId,
      tote: `T-${randomUUID().slice(0, 8)}`,
    }))
    await bindTotes(app, site, batch.id, totes)
    await confirmPick(app, site, first?.id ?? '', { tote: totes[0]?.tote ?? '' })
    // Nothing is found of the other order: its tote is free again.
    await pickShort(app, site, second?.id ?? '')
    expect(await findingsOf(app, site)).toEqual([])
    const [one] = released
    const state = set('fulfillments', 'fulfillment_id', 'state')
    expect(await brokenBy(state('cancelled'), state('picked'), [one?.fulfillmentId])).toContain(
      `I14 tote ${totes[0]?.tote} of batch ${batch.number}`,
    )
  })
})

describe('I14 a wave', () => {
  const ordered = async (qty = '1') => {
    const { sku } = await stocked(app, site, { qty: '20' })
    return orderOf(app, site, sku, qty)
  }
  const waveOf = async (...ids: string[]) => releasedWave(app, site, { filter: { orderIds: ids } })
  const fulfillmentOf = async (waveId: string) =>
    (
      await arrange(
        app,
        'select fulfillment_id as id, number from tenant.fulfillments where wave_id = $1',
        [waveId],
      )
    )[0] as { id: string; number: string }
  const pickAll = async (fulfillmentId: string) => {
    const tasks = await arrange(
      app,
      `select pick_task_id as id from tenant.pick_tasks where fulfillment_id = $1 and state = 'ready'`,
      [fulfillmentId],
    )
    for (const { id } of tasks) await confirmPick(app, site, String(id))
  }

  test('that is a draft with orders, released without, or over before its time', async () => {
    const order = await ordered()
    const { id, number } = await waveOf(order.id)
    expect(await brokenBy(waveState('draft'), waveState('released'), [id])).toEqual([
      `I14 wave ${number}`,
    ])
    expect(await brokenBy(waveState('completed'), waveState('released'), [id])).toEqual([
      `I14 wave ${number}`,
    ])
    const fulfillment = await fulfillmentOf(id)
    await pickAll(fulfillment.id)
    expect((await waveNow(app, site, id)).state).toBe('completed')
    expect(await brokenBy(waveState('in_progress'), waveState('completed'), [id])).toEqual([
      `I14 wave ${number}`,
    ])
    expect(await brokenBy(waveState('released'), waveState('completed'), [id])).toEqual([
      `I14 fulfillment ${fulfillment.number} of wave ${number}`,
      `I14 wave ${number}`,
    ])
    const draft = await newWave(app, site, { filter: { orderIds: [order.id] } })
    expect(await brokenBy(waveState('released'), waveState('draft'), [draft.id])).toEqual([
      `I14 wave ${draft.number}`,
    ])
  })

  test('whose orders were not released, or are elsewhere', async () => {
    const order = await ordered()
    const { id, number } = await waveOf(order.id)
    const fulfillment = await fulfillmentOf(id)
    const turn = set('wave_orders', 'wave_id', 'state')
    expect(await brokenBy(turn('skipped'), turn('released'), [id])).toEqual([
      `I14 fulfillment ${fulfillment.number} of wave ${number}`,
    ])
    const wave = set('fulfillments', 'fulfillment_id', 'wave_id')
    expect(await brokenBy(wave(null), wave(id), [fulfillment.id])).toEqual([
      `I14 order ${order.number} in wave ${number}`,
      `I14 wave ${number}`,
    ])
    const now = await waveNow(app, site, id)
    await cancelWave(app, site, now)
    await runWaveJob(app, id)
    expect(await findingsOf(app, site)).toEqual([])
    const state = set('fulfillments', 'fulfillment_id', 'state')
    expect(await brokenBy(state('released'), state('cancelled'), [fulfillment.id])).toContain(
      `I14 order ${order.number} in wave ${number}`,
    )
  })
})

test('I15 a version of any document without its event', async () => {
  const { batch } = await newBatch(app, site, ['1'])
  await step(app, site, 'claim', batch.id)
  const wave = await newWave(app, site)
  const shipped = await shippedOf(app, site, '1')
  const back = await authorizedOf(app, site, shipped, '1')
  const documents = [
    ['pick_batches', 'batch_id', batch.id, `batch ${batch.number}`],
    ['waves', 'wave_id', wave.id, `wave ${wave.number}`],
    ['returns', 'return_id', back.id, `return ${back.number}`],
    ['shipments', 'shipment_id', shipped.shipment.id, `shipment ${shipped.shipment.number}`],
    ['receipts', 'receipt_id', shipped.receipt.id, `receipt ${shipped.receipt.number}`],
  ] as const
  for (const [table, key, id, name] of documents) {
    const by = (change: string) =>
      `update tenant.${table} set version = version ${change} where ${key} = $1`
    expect(await brokenBy(by('+ 1'), by('- 1'), [id])).toEqual([
      expect.stringMatching(new RegExp(`^I15 ${name} version \\d+$`)),
    ])
  }
})
