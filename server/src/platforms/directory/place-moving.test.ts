import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { callingCells } from '../../../test/cell-calls.ts'
import { setupCells } from '../../../test/cells.ts'
import { movesOf } from '../../../test/moves.ts'
import { runJob } from '../../../test/run-job.ts'
import { awaitAllCopies, finishOperations } from '../../cells/operations.ts'
import { suspendElsewhere } from './jobs.ts'

// Operations of two databases and a move of their platform at the same time.

const { update, transfer, details, keep } = api.platforms.directory
const { verifyEmail } = api.identity.accounts
const { invite } = api.platforms.members
const { accept } = api.platforms.invitations

const installation = await setupCells(['b', 'c'], { LOG_LEVEL: 'silent' })
const { app, owner } = installation
const { cells } = app.context
const moves = movesOf(installation)
const { killAfter, revive, only, createIn, join, actionsIn } = callingCells(installation)

type Person = Awaited<ReturnType<TestApp['newOperator']>>

async function finishLater() {
  revive()
  app.clock.advance(61_000)
  await runJob(app, finishOperations, {})
  expect((await sql`select from directory.operations`.execute(owner('main'))).rows).toEqual([])
}
const moveTo = async (id: string, target: string) => {
  await sql`update directory.cells set state = 'active'`.execute(owner('main'))
  await moves.move(id, target)
  cells.forget({ platformId: id })
}
/** Begins a move that is ready to pause writes. */
const beginMove = async (id: string, target: string) => {
  await sql`update directory.cells set state = 'active'`.execute(owner('main'))
  await moves.killedMove('copied', id, target)
}
const rename = ({ token }: Person, { id }: { id: string }, slug: string) =>
  app.call(update, { token, params: { platformId: id }, body: { slug } })
const read = async ({ token }: Person, { id }: { id: string }) =>
  (await app.call(details, { token, params: { platformId: id } })).body.platform
const count = async (cell: string, { id }: { id: string }, wanted: string) =>
  (await actionsIn(cell, id)).filter((action) => action === wanted).length
const slugs = async (id: string) =>
  (
    await sql<{ slug: string; isReserved: boolean }>`
      select slug, reserved_at is not null as is_reserved from directory.slugs
      where platform_id = ${id}`.execute(owner('main'))
  ).rows.toSorted((a, b) => a.slug.localeCompare(b.slug))
const held = (...names: string[]) =>
  names.toSorted((a, b) => a.localeCompare(b)).map((slug) => ({ slug, isReserved: false }))

/** Two members with accounts on a platform in b, and the transfer from the one to the other. */
async function prepareTransfer() {
  const [boss, heir] = [await app.newOperator(), await app.newOperator()]
  const platform = await createIn('b', boss)
  const { id } = await join('b', boss, platform, heir)
  const params = { platformId: platform.id }
  const give = () => app.call(transfer, { token: boss.token, params, body: { memberId: id } })
  return { boss, heir, platform, give }
}

test.each([
  ['begun', 'c'],
  ['done', 'main'],
  ['copied', 'c'],
] as const)('another path, killed after %s and then moved to %s', async (step, target) => {
  const boss = await app.newOperator()
  const platform = await createIn('b', boss)
  const slug = `p-${randomUUID()}`
  await beginMove(platform.id, target)
  killAfter(step)
  expect((await rename(boss, platform, slug)).status).toBe(500)
  revive()
  await moveTo(platform.id, target)
  await finishLater()
  const isDone = step !== 'begun'
  expect((await read(boss, platform)).slug).toBe(isDone ? slug : platform.slug)
  expect(await count(target, platform, 'PLATFORM_SLUG_CHANGED')).toBe(isDone ? 1 : 0)
  expect(await slugs(platform.id)).toEqual(isDone ? held(platform.slug, slug) : held(platform.slug))
  const next = `p-${randomUUID()}`
  expect((await rename(boss, platform, next)).body.platform.slug).toBe(next)
  expect(await moves.faults(target, platform.id)).toEqual([])
})

test.each([
  ['begun', 'main'],
  ['done', 'c'],
  ['copied', 'main'],
] as const)('another owner, killed after %s and then moved to %s', async (step, target) => {
  const { boss, heir, platform, give } = await prepareTransfer()
  await beginMove(platform.id, target)
  killAfter(step)
  expect((await give()).status).toBe(500)
  revive()
  await moveTo(platform.id, target)
  await finishLater()
  const isDone = step !== 'begun'
  const now = isDone ? heir : boss
  expect((await read(now, platform)).owner?.email).toBe(now.email)
  expect(await count(target, platform, 'PLATFORM_TRANSFERRED')).toBe(isDone ? 1 : 0)
  if (!isDone) expect((await give()).status).toBe(200)
})

test('an operation that a move overtakes is done where the platform has gone, once', async () => {
  const { boss, heir, platform, give } = await prepareTransfer()
  const slug = `p-${randomUUID()}`
  const overtake = (target: string) => {
    cells.afterStep = async (step) => {
      if (step !== 'begun') return
      revive()
      await moves.move(platform.id, target)
    }
  }
  await beginMove(platform.id, 'c')
  overtake('c')
  const renamed = await rename(boss, platform, slug)
  expect([renamed.status, renamed.body.platform?.slug]).toEqual([200, slug])
  expect(await count('c', platform, 'PLATFORM_SLUG_CHANGED')).toBe(1)
  expect(await slugs(platform.id)).toEqual(held(platform.slug, slug))

  await beginMove(platform.id, 'main')
  overtake('main')
  expect((await give()).status).toBe(200)
  expect((await read(heir, platform)).owner?.email).toBe(heir.email)
  expect(await count('main', platform, 'PLATFORM_TRANSFERRED')).toBe(1)
  await finishLater()
})

test('an operation during the pause is refused and leaves nothing', async () => {
  const boss = await app.newOperator()
  const platform = await createIn('b', boss)
  const slug = `p-${randomUUID()}`
  await beginMove(platform.id, 'c')
  await moves.killedMove('paused', platform.id, 'c')
  expect((await rename(boss, platform, slug)).status).toBe(503)
  expect(await slugs(platform.id)).toEqual(held(platform.slug))
  await moveTo(platform.id, 'c')
  expect((await rename(boss, platform, slug)).body.platform.slug).toBe(slug)
})

test('a platform is not moved before an operation of it has ended', async () => {
  const boss = await app.newOperator()
  const name = `p-${randomUUID()}`
  await only('b')
  killAfter('done')
  await app.call(api.platforms.directory.create, { token: boss.token, body: { name } })
  revive()
  const { rows } = await sql<{ id: string }>`
    select platform_id as id from directory.slugs where slug = ${name}`.execute(owner('main'))
  const id = rows[0]?.id ?? ''
  await expect(moveTo(id, 'c')).rejects.toThrow('is being changed from outside')
  await finishLater()
  await moveTo(id, 'c')
  expect((await read(boss, { id })).slug).toBe(name)
  expect(await count('c', { id }, 'PLATFORM_CREATED')).toBe(1)
})

test('an invitation is accepted after the move, once', async () => {
  const [boss, heir] = [await app.newOperator(), await app.newOperator()]
  const platform = await createIn('b', boss)
  const params = { platformId: platform.id }
  await app.call(invite, { token: boss.token, params, body: { memberEmail: heir.email } })
  const [mail] = await app.mailsTo(heir.email, (await cells.byName('b')).db)
  const token = /invite=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const join = async () =>
    (await app.call(accept, { params: { slug: platform.slug }, body: { token } })).status
  await beginMove(platform.id, 'c')
  await moves.killedMove('paused', platform.id, 'c')
  expect(await join()).toBe(503)
  await moveTo(platform.id, 'c')
  expect([await join(), await join()]).toEqual([200, 400])
  expect(await count('c', platform, 'MEMBER_JOINED')).toBe(1)
})

test.each(['found', 'written'] as const)(
  'a suspension that was killed after %s happens once, also after a move',
  async (step) => {
    const mallory = await app.newOperator({ verified: false })
    const platform = await createIn('b', mallory)
    const token = await app.mailedToken(mallory.email, 'verify-email')
    expect((await app.call(verifyEmail, { body: { token } })).status).toBe(200)
    await awaitAllCopies(app.context)
    const { rows } = await sql<{ data: Parameters<typeof suspendElsewhere.run>[1] }>`
      select data from pgboss.job where name = 'suspend-undecided'
        and data->>'platformId' = ${platform.id}`.execute(owner('main'))
    const run = async () => {
      for (const { data } of rows) await runJob(app, suspendElsewhere, data)
    }
    killAfter(step)
    await expect(run()).rejects.toThrow('killed')
    revive()
    if (step === 'written')
      await app.call(keep, { token: mallory.token, params: { platformId: platform.id } })
    for (const target of ['c', 'main']) {
      await moveTo(platform.id, target)
      await run()
    }
    expect(await count('main', platform, 'PLATFORM_SUSPENDED')).toBe(1)
    expect(await count('main', platform, 'PLATFORM_KEPT')).toBe(step === 'written' ? 1 : 0)
  },
)
