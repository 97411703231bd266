import { api } from '@stowage/contract'
import type { Input } from '@stowage/contract/route'
import { runWave } from '../src/orders/waves/jobs.ts'
import type { TestApp } from './app.ts'
import { arrange } from './arrange.ts'
import { as, stocked, type Site } from './fixtures.ts'
import { releasedOf } from './pick-calls.ts'
import { runJob } from './run-job.ts'

const { batches, waves } = api.orders

type By = { token: string }
type NewWave = Partial<Input<typeof waves.create>['body']>
type NewBatch = Partial<Input<typeof batches.create>['body']>

/** A draft of a wave of the warehouse of the site. */
export async function newWave(app: TestApp, site: Site, body: NewWave = {}, by: By = site) {
  const call = { params: site.params, token: by.token }
  const given = { warehouseId: site.warehouse.id, ...body }
  const { status, body: made } = await app.call(waves.create, { ...call, body: given })
  if (status !== 201) throw new Error(`no wave: ${JSON.stringify(made)}`)
  return made.wave
}

/** The wave as it is now. */
export async function waveNow(app: TestApp, site: Site, waveId: string) {
  const params = { ...site.params, waveId }
  return (await app.call(waves.details, { ...as(site), params })).body.wave
}

type WaveVersion = { id: string; version: number }

export const releaseWave = (
  app: TestApp,
  site: Site,
  { id, version }: WaveVersion,
  by: By = site,
) =>
  app.call(waves.release, {
    params: { ...site.params, waveId: id },
    token: by.token,
    body: { version },
  })
export const cancelWave = (app: TestApp, site: Site, { id, version }: WaveVersion, by: By = site) =>
  app.call(waves.cancel, {
    params: { ...site.params, waveId: id },
    token: by.token,
    body: { version },
  })

/** Does what the job of a wave was asked for last, as a worker would. */
export async function runWaveJob(app: TestApp, waveId: string): Promise<void> {
  const [job] = await arrange(
    app,
    `select data from pgboss.job where name = 'run-wave' and data->>'waveId' = $1
     order by created_on desc limit 1`,
    [waveId],
  )
  await runJob(app, runWave, job?.['data'] as Parameters<typeof runWave.run>[1])
}

/** A wave that was released, with all of its orders. */
export async function releasedWave(app: TestApp, site: Site, body: NewWave = {}) {
  const wave = await newWave(app, site, body)
  await releaseWave(app, site, wave)
  await runWaveJob(app, wave.id)
  return waveNow(app, site, wave.id)
}

export const createBatch = (app: TestApp, site: Site, body: NewBatch, by: By = site) =>
  app.call(batches.create, {
    params: site.params,
    token: by.token,
    body: { warehouseId: site.warehouse.id, method: 'batch', ...body },
  })

/** The batch as it is now. */
export async function batchNow(app: TestApp, site: Site, batchId: string) {
  const params = { ...site.params, batchId }
  return (await app.call(batches.details, { ...as(site), params })).body.batch
}

/** Binds totes to the orders of a cluster. */
export const bindTotes = (
  app: TestApp,
  site: Site,
  batchId: string,
  totes: readonly { fulfillmentId: string; tote: string }[],
) =>
  app.call(batches.bindTotes, {
    ...as(site),
    params: { ...site.params, batchId },
    body: { totes: [...totes] },
  })

type Verb = 'claim' | 'handBack' | 'complete' | 'cancel'

/** A step of a batch that needs no more than its id. */
export const step = (app: TestApp, site: Site, verb: Verb, batchId: string, by: By = site) =>
  app.call(batches[verb], { params: { ...site.params, batchId }, token: by.token, body: {} })

/** Fulfillments of one new item, each of so many, and a batch of them. */
export async function newBatch(
  app: TestApp,
  site: Site,
  qtys: readonly string[],
  body: NewBatch = {},
) {
  const item = await stocked(app, site, { qty: '100' })
  const released = []
  for (const qty of qtys) released.push(await releasedOf(app, site, item.sku, qty))
  const fulfillmentIds = released.map(({ fulfillmentId }) => fulfillmentId)
  const { status, body: made } = await createBatch(app, site, { fulfillmentIds, ...body })
  if (status !== 201) throw new Error(`no batch: ${JSON.stringify(made)}`)
  return { item, released, batch: made.batch }
}
