import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/app.ts'
import { callingCells } from '../../../test/cell-calls.ts'
import { setupCells } from '../../../test/cells.ts'
import { runJob } from '../../../test/run-job.ts'
import { intoCell } from '../../cells/add.ts'
import { finishOperations } from '../../cells/operations.ts'

const { create, checkName, update, transfer, mine, details } = api.platforms.directory
const { deleteAccount } = api.identity.accounts

const installation = await setupCells(['b', 'c'], { LOG_LEVEL: 'silent' })
const { app, owner } = installation
const { cells } = app.context
const { killAfter, revive, only, createIn, join } = callingCells(installation)

async function finishLater() {
  revive()
  app.clock.advance(61_000)
  await runJob(app, finishOperations, {})
}

const operations = async () =>
  (await sql`select * from directory.operations`.execute(owner('main'))).rows.length
const slugs = async (slug: string) =>
  (
    await sql<{ isReserved: boolean }>`
      select reserved_at is not null as is_reserved from directory.slugs
      where slug = ${slug}`.execute(owner('main'))
  ).rows

type Person = Awaited<ReturnType<typeof app.newOperator>>
const named = () => `p-${randomUUID()}`
describe('creating a platform', () => {
  test('goes to the database with the fewest, and only there', async () => {
    await sql`update directory.cells set state = 'active'`.execute(owner('main'))
    const person = await app.newOperator()
    const where = []
    for (let i = 0; i < 3; i++) {
      const { id } = await app.newPlatform(person)
      where.push((await cells.find({ platformId: id })).name)
      expect(await operations()).toBe(0)
    }
    expect(where.toSorted()).toEqual(['b', 'c', 'main'])
    const listed = await app.call(mine, { token: person.token })
    expect(listed.body.platforms).toHaveLength(3)
  })

  test('passes over a database that has not got the creator’s account', async () => {
    const accounts = sql.id(intoCell('b').name)
    await only('b')
    await sql`alter subscription ${accounts} disable`.execute(owner('b'))
    const { token, email, password } = await app.newOperator()
    const refused = await app.call(create, { token, body: { name: named() } })
    expect(refusal(refused)).toEqual([503, 'unavailable'])
    expect(await operations()).toBe(0)
    await sql`update directory.cells set state = 'active' where name = 'c'`.execute(owner('main'))
    const { body } = await app.call(create, { token, body: { name: named() } })
    expect((await cells.find({ platformId: body.platform.id })).name).toBe('c')

    await only('b')
    await sql`alter subscription ${accounts} enable`.execute(owner('b'))
    const name = named()
    const creating = async () => (await app.call(create, { token, body: { name } })).status
    await expect.poll(creating, { timeout: 30_000 }).toBe(201)
    const signedIn = await app.call(api.platforms.tenantSessions.login, {
      params: { slug: name },
      body: { email, password },
    })
    expect(signedIn.status).toBe(200)
  })

  test.each(['begun', 'done', 'copied'] as const)('killed after %s', async (step) => {
    await only('b')
    const person = await app.newOperator()
    const name = named()
    killAfter(step)
    const killed = await app.call(create, { token: person.token, body: { name } })
    expect(killed.status).toBe(500)
    // Meanwhile nobody gets the path, and the account does not go.
    revive()
    const other = await app.newOperator()
    expect((await app.call(create, { token: other.token, body: { name } })).body.code).toBe(
      'name_taken',
    )
    const asked = await app.call(checkName, { token: other.token, query: { name } })
    expect(asked.body).toMatchObject({ available: false, reason: 'taken', suggestion: `${name}-2` })
    expect(refusal(await app.call(create, { token: person.token, body: { name } }))).toEqual([
      503,
      'unavailable',
    ])
    const closing = await app.call(deleteAccount, { token: person.token })
    expect([refusal(closing), closing.headers['retry-after']]).toEqual([[503, 'unavailable'], '5'])

    await finishLater()
    expect(await operations()).toBe(0)
    const again = await app.call(create, { token: person.token, body: { name } })
    const closed = await app.call(deleteAccount, { token: person.token })
    const isTakenBack = step === 'begun'
    expect(again.status).toBe(isTakenBack ? 201 : 409)
    expect(closed.body.code).toBe('sole_owner')
    expect(await slugs(name)).toEqual([{ isReserved: false }])
  })

  test('that took so long that it was given up creates nothing', async () => {
    await only('b')
    const person = await app.newOperator()
    const name = named()
    cells.afterStep = async (step) => {
      if (step === 'begun') await finishLater()
    }
    const late = await app.call(create, { token: person.token, body: { name } })
    revive()
    expect(refusal(late)).toEqual([503, 'unavailable'])
    expect(await operations()).toBe(0)
    expect(await slugs(name)).toEqual([])
    const again = await app.call(create, { token: person.token, body: { name } })
    expect(again.status).toBe(201)
  })

  test('is repeated with its key, whichever database it went to', async () => {
    const person = await app.newOperator()
    await only('b')
    const name = named()
    const ask = {
      token: person.token,
      body: { name },
      headers: { 'idempotency-key': randomUUID() },
    }
    const first = await app.call(create, ask)
    await only('main')
    const second = await app.call(create, ask)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test('of two requests for one path in two databases, one gets it', async () => {
    const [ada, bob] = [await app.newOperator(), await app.newOperator()]
    for (let round = 0; round < 5; round++) {
      const name = named()
      await only('b')
      const one = app.call(create, { token: ada.token, body: { name } })
      await only('c')
      const two = app.call(create, { token: bob.token, body: { name } })
      const statuses = (await Promise.all([one, two])).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([201, 409])
    }
  })

  test('counts what is being created against the quota', async () => {
    await only('b')
    const person = await app.newOperator({ verified: false })
    const most = app.context.config.unverifiedMaxPlatforms
    for (let i = 1; i < most; i++) await app.newPlatform(person)
    killAfter('begun')
    await app.call(create, { token: person.token, body: { name: named() } })
    revive()
    const over = await app.call(create, { token: person.token, body: { name: named() } })
    expect(over.body.code).toBe('quota')
    await finishLater()
    expect((await app.call(create, { token: person.token, body: { name: named() } })).status).toBe(
      201,
    )
  })
})

describe('changing a path', () => {
  const rename = (person: Person, platform: { id: string }, slug: string) =>
    app.call(update, {
      token: person.token,
      params: { platformId: platform.id },
      body: { slug },
    })

  test.each(['begun', 'done', 'copied'] as const)('killed after %s', async (step) => {
    const person = await app.newOperator()
    const platform = await createIn('b', person)
    const [other, slug] = [await createIn('c', person), named()]
    killAfter(step)
    expect((await rename(person, platform, slug)).status).toBe(500)
    revive()
    expect((await rename(person, other, slug)).body.code).toBe('name_taken')
    await finishLater()
    expect(await operations()).toBe(0)
    const shown = await app.call(details, {
      token: person.token,
      params: { platformId: platform.id },
    })
    expect(shown.body.platform.slug).toBe(step === 'begun' ? platform.slug : slug)
    expect((await rename(person, other, slug)).status).toBe(step === 'begun' ? 200 : 409)
  })

  test('back to a former one, and refused changes reserve nothing', async () => {
    const person = await app.newOperator()
    const platform = await createIn('b', person)
    const slug = named()
    expect((await rename(person, platform, slug)).status).toBe(200)
    expect((await rename(person, platform, platform.slug)).body.platform.slug).toBe(platform.slug)
    const stale = { slug: named(), version: 1 }
    const refused = await app.call(update, {
      token: person.token,
      params: { platformId: platform.id },
      body: stale,
    })
    expect(refused.body.code).toBe('version_conflict')
    expect([await slugs(stale.slug), await operations()]).toEqual([[], 0])
  })

  test.each(['main', 'b'])(
    'a path that a platform in %s gave up moves to another one',
    async (from) => {
      const person = await app.newOperator()
      const former = await createIn(from, person)
      expect((await rename(person, former, named())).status).toBe(200)
      const taker = await createIn('c', person)
      killAfter('released')
      expect((await rename(person, taker, former.slug)).status).toBe(500)
      revive()
      const renamed = await rename(person, taker, former.slug)
      expect(renamed.body.platform?.slug).toBe(former.slug)
      expect(await slugs(former.slug)).toEqual([{ isReserved: false }])
      expect((await cells.find({ slug: former.slug })).name).toBe('c')
    },
  )
})

describe('a transfer', () => {
  /** Two members with accounts on a platform in b. */
  async function prepare() {
    const [boss, heir] = [await app.newOperator(), await app.newOperator()]
    const platform = await createIn('b', boss)
    const { id } = await join('b', boss, platform, heir)
    const body = { memberId: id }
    const give = () =>
      app.call(transfer, { token: boss.token, params: { platformId: platform.id }, body })
    return { boss, heir, platform, give }
  }

  test('gives a platform of a cell to another account', async () => {
    const { boss, heir, give } = await prepare()
    expect((await give()).status).toBe(200)
    expect(await operations()).toBe(0)
    expect((await app.call(deleteAccount, { token: heir.token })).body.code).toBe('sole_owner')
    expect((await app.call(deleteAccount, { token: boss.token })).status).toBe(200)
  })

  test('is refused to an account that closes', async () => {
    const { heir, give } = await prepare()
    expect((await app.call(deleteAccount, { token: heir.token })).status).toBe(200)
    expect((await give()).body.code).toBe('role_not_allowed')
    expect(await operations()).toBe(0)
  })

  test.each(['begun', 'done', 'copied'] as const)('killed after %s', async (step) => {
    const { heir, boss, give } = await prepare()
    killAfter(step)
    expect((await give()).status).toBe(500)
    revive()
    expect(refusal(await app.call(deleteAccount, { token: heir.token }))).toEqual([
      503,
      'unavailable',
    ])
    await finishLater()
    expect(await operations()).toBe(0)
    const [kept, given] = [boss, heir].map(({ token }) => app.call(deleteAccount, { token }))
    const isTakenBack = step === 'begun'
    expect((await kept)?.body.code).toBe(isTakenBack ? 'sole_owner' : undefined)
    expect((await given)?.body.code).toBe(isTakenBack ? undefined : 'sole_owner')
  })
})
