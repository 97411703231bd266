import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { newApiKey } from '../../test/api-keys.ts'
import { setupCells } from '../../test/cells.ts'
import { startCellWorkers } from '../../test/cell-workers.ts'
import { receiveInto, stocked, type Site } from '../../test/fixtures.ts'
import { orderOf } from '../../test/order-calls.ts'
import { movesOf } from '../../test/moves.ts'
import { newWave, releaseWave, waveNow } from '../../test/wave-calls.ts'
import { enqueue } from '../jobs/queue.ts'
import { inTransaction } from '../database/transactions.ts'
import { verifyFullLedger } from '../warehouse/integrity/jobs.ts'
import { controlCell } from './cells.ts'
import { waitUntilCopied } from './marks.ts'

const installation = await setupCells(['b', 'c'])
const { app, owner } = installation
const moves = movesOf(installation)
const later = 11 * 60_000
const patient = { timeout: 30_000, interval: 50 }

const beforeSwitch = [
  'begun',
  'published',
  'copied',
  'tried',
  'paused',
  'received',
  'numbered',
  'checked',
]
const steps = [...beforeSwitch, 'left', 'switched', 'finished']
const isPausedAfter = (step: string) => steps.indexOf(step) >= steps.indexOf('paused')

/** A platform with stock of an item, and whether it can be received there now. */
async function newSite(cell: string) {
  const site = await moves.newWarehouseIn(cell)
  const { sku } = await stocked(app, site)
  const receive = async () => (await receiveInto(app, site, { sku, qty: '1' })).status
  return { ...site, id: site.platform.id, sku, receive }
}

const cellOf = async ({ platform }: Pick<Site, 'platform'>) => {
  app.context.cells.forget({ platformId: platform.id })
  return (await app.context.cells.find({ platformId: platform.id })).name
}

afterEach(async () => {
  for (const name of ['main', 'b', 'c']) expect(await moves.traces(name)).toEqual([])
})

test.each([
  ['main', 'b'],
  ['b', 'c'],
  ['c', 'main'],
])('a move from %s to %s goes on after each step it was killed at', async (source, target) => {
  const site = await newSite(source)
  for (const step of steps) {
    await moves.killedMove(step, site.id, target)
    const isWritable = !isPausedAfter(step) || step === 'switched' || step === 'finished'
    expect([step, await site.receive()]).toEqual([step, isWritable ? 201 : 503])
  }
  await moves.move(site.id, target)
  expect(await cellOf(site)).toBe(target)
  expect(await site.receive()).toBe(201)
  expect(await moves.faults(target, site.id)).toEqual([])
})

test('a move is taken back from each step before the switch, and made again', async () => {
  const site = await newSite('b')
  const rows = () => moves.rowsOf('c', site.id)
  const none = Object.fromEntries(Object.keys(await rows()).map((table) => [table, 0]))
  await moves.killedMove('begun', site.id, 'c')
  for (const step of beforeSwitch.slice(1)) {
    await moves.killedMove(step, site.id, 'c')
    if (step === 'copied') {
      await moves.killedTakeBack('taken back', site.id)
      await expect(moves.move(site.id, 'c')).rejects.toThrow('Finish that with --back')
    }
    await moves.takeBack(site.id)
    expect([step, await rows()]).toEqual([step, none])
    expect([step, await site.receive()]).toEqual([step, 201])
    for (const name of ['b', 'c']) expect(await moves.traces(name)).toEqual([])
  }
  for (const step of ['left', 'switched']) {
    await moves.killedMove(step, site.id, 'c')
    await expect(moves.takeBack(site.id)).rejects.toThrow('switched over')
  }
  await moves.move(site.id, 'c')
  expect(await site.receive()).toBe(201)
  expect(await moves.faults('c', site.id)).toEqual([])
})

test.each(['copied', 'paused'])(
  'a copy that lacks a row after %s is not switched to',
  async (when) => {
    const site = await newSite(controlCell)
    const before = await moves.rowsOf(controlCell, site.id)
    const lose = (when: string) => async (step: string) => {
      if (step === when)
        await sql`delete from tenant.locations where platform_id = ${site.id} and code = 'A-02'`.execute(
          owner('b'),
        )
    }
    await expect(moves.move(site.id, 'b', lose(when))).rejects.toThrow('tenant.locations: ')
    expect(await cellOf(site)).toBe(controlCell)
    expect(Object.values(await moves.rowsOf('b', site.id)).filter((count) => count > 0)).toEqual([])
    expect(await moves.rowsOf(controlCell, site.id)).toMatchObject({
      'tenant.locations': before['tenant.locations'],
    })
    expect(await site.receive()).toBe(201)
  },
)

test('the pause lasts until a copy that is behind has everything', async () => {
  const site = await newSite('b')
  const subscription = sql.id(`stowage_move_${site.id.replaceAll('-', '')}`)
  let isFollowing = true
  await moves.move(site.id, 'c', async (step) => {
    if (step === 'tried') {
      await sql`alter subscription ${subscription} disable`.execute(owner('c'))
      isFollowing = false
      expect(await site.receive()).toBe(201)
    }
    if (step === 'paused')
      setTimeout(() => {
        isFollowing = true
        void sql`alter subscription ${subscription} enable`.execute(owner('c'))
      }, 1_000)
    if (step === 'received') expect(isFollowing).toBe(true)
  })
  expect(await cellOf(site)).toBe('c')
  expect(await moves.faults('c', site.id)).toEqual([])
})

test('what keeps a platform from being moved is said, and nothing is changed', async () => {
  const site = await newSite('b')
  const refusals = async (target: string) =>
    moves.move(site.id, target).catch((error: unknown) => String(error))
  expect(await refusals('b')).toContain('The platform is in b already.')
  expect(await refusals('nowhere')).toContain('There is no cell nowhere.')
  await expect(moves.takeBack(site.id)).rejects.toThrow('The platform is not being moved.')
  await moves.move(site.id, 'c')
  expect(await refusals('b')).toContain('left by an earlier move. Run stowage cell clean first.')
  await moves.killedMove('published', site.id, controlCell)
  expect(await refusals('b')).toContain('is being moved to main')
  await moves.takeBack(site.id)
  expect(await cellOf(site)).toBe('c')
})

test('what a moved platform left behind is deleted ten minutes later, and nothing else', async () => {
  const site = await newSite(controlCell)
  const stays = await newSite('b')
  const copies = ['tenant.members', 'tenant.platforms', 'audit.audit_log']
  const filled = async (cell: string, id: string) =>
    Object.entries(await moves.rowsOf(cell, id)).flatMap(([table, count]) => (count ? [table] : []))
  const untouched = await moves.settledRowsOf('b', stays.id)

  await moves.move(site.id, 'b')
  expect(await moves.clean()).toEqual([])
  const whole = await moves.rowsOf('b', site.id)
  const cleaned = await moves.clean(later)
  expect(cleaned.filter(({ platformId }) => platformId === site.id)).toMatchObject([
    { cell: controlCell },
  ])
  expect(await filled(controlCell, site.id)).toEqual(
    expect.arrayContaining([...copies, 'audit.audit_seal', 'audit.audit_values']),
  )
  expect(await filled(controlCell, site.id)).toHaveLength(6)

  await moves.move(site.id, 'c')
  await moves.clean(later)
  expect(await filled('b', site.id)).toEqual([])
  expect(await moves.clean(later)).toEqual([])
  expect(await moves.rowsOf('c', site.id)).toEqual(whole)
  await waitUntilCopied({ from: owner('b'), to: owner('main') }, 'control', 10_000)
  const copied = await moves.rowsOf(controlCell, site.id)
  for (const table of copies) expect([table, copied[table]]).toEqual([table, whole[table]])
  expect(copied['tenant.receipts']).toBe(0)
  expect(await moves.settledRowsOf('b', stays.id)).toEqual(untouched)
  expect(await site.receive()).toBe(201)
})

test('a server that still looks where the platform was finds what came after the move', async () => {
  const site = await newSite(controlCell)
  const { params, token, owner: boss } = site
  const other = await startApp({}, undefined, { before: app.database })
  await other.context.cells.refresh()
  const me = async (bearer: string) =>
    (await other.call(api.platforms.tenantSessions.me, { params, token: bearer })).status
  const list = async (key: string) =>
    (await other.call(api.warehouse.receiving.receipts, { params, token: key })).status
  const seen: number[] = []
  await moves.move(site.id, 'b', async (step) => {
    // From now on it knows for three seconds where the platform is.
    if (step === 'left') seen.push(await me(token))
    if (step !== 'switched') return
    const { body } = await app.call(api.platforms.tenantSessions.login, { params, body: boss })
    seen.push(await me(body.tokens.accessToken))
    seen.push(await list(await newApiKey(app, boss, site.platform)))
    await app.call(api.platforms.tenantSessions.logout, {
      params,
      body: { refreshToken: body.tokens.refreshToken },
    })
    seen.push(await me(body.tokens.accessToken))
  })
  await other.close()
  expect(seen).toEqual([200, 200, 200, 401])
})

test('jobs that wait for a platform are done where it has gone', async () => {
  const site = await newSite(controlCell)
  await orderOf(app, site, site.sku, '1')
  const wave = await newWave(app, site)
  expect((await releaseWave(app, site, wave)).status).toBeLessThan(300)
  await inTransaction(app.context.control, { platformId: site.id }, (tx) =>
    enqueue(tx, verifyFullLedger, { platformId: site.id, kind: 'full' }),
  )
  await moves.move(site.id, 'b')
  await cellOf(site)
  const workers = await startCellWorkers(installation, ['b', 'c'])
  try {
    const runs = async () => (await moves.rowsOf('b', site.id))['tenant.verify_runs']
    await expect.poll(runs, patient).toBe(1)
    const done = async () => {
      const { rows } = await sql<{ state: string }>`
        select state::text from pgboss.job
        where name = 'run-wave' and data->>'waveId' = ${wave.id}`.execute(owner('b'))
      return rows
    }
    await expect.poll(done, patient).toEqual([{ state: 'completed' }])
    expect((await waveNow(app, site, wave.id)).state).toBe('released')
  } finally {
    await workers.stop()
  }
})

test('a job that begins while its platform is being moved goes on after it', async () => {
  const site = await newSite('b')
  await moves.killedMove('paused', site.id, 'c')
  const workers = await startCellWorkers(installation, ['b', 'c'])
  try {
    const { db } = await app.context.cells.byName('b')
    await inTransaction(db, {}, (tx) =>
      enqueue(tx, verifyFullLedger, { platformId: site.id, kind: 'full' }),
    )
    const jobs = async () =>
      (
        await sql<{ state: string; retryCount: number }>`
          select state::text, retry_count from pgboss.job
          where name = 'verify-books' and data->>'platformId' = ${site.id}`.execute(owner('b'))
      ).rows
    await expect.poll(jobs, patient).toMatchObject([{ state: 'active' }])
    await moves.move(site.id, 'c')
    await expect.poll(jobs, patient).toMatchObject([{ state: 'completed', retryCount: 0 }])
    const runs = async () => (await moves.rowsOf('c', site.id))['tenant.verify_runs']
    await expect.poll(runs, patient).toBe(1)
  } finally {
    await workers.stop()
  }
})
