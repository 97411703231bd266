import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { arrange, eventsOf, linkOperator } from '../../../test/arrange.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { JobWorker } from '../../../test/worker-for.ts'
import { changePlatform } from './commands.ts'
import { inTransaction } from '../../database/transactions.ts'

const { changeEmail, register, verifyEmail } = api.identity.accounts
const { login } = api.identity.sessions
const { forgot, reset } = api.identity.passwords
const { mine, keep, remove, details, resolve } = api.platforms.directory
const member = api.platforms.tenantSessions

let app: TestApp
let worker: JobWorker
forAllTests(async (opened) => {
  app = opened.app
  worker = await opened.startWorker()
})

/** Somebody has registered the address of somebody else, and made a platform with an admin. */
async function squat() {
  const mallory = await app.newOperator({ verified: false })
  const platform = await app.newPlatform(mallory)
  const admin = await app.newMember(mallory, platform, { role: 'admin' })
  return { mallory, platform, admin, linked: await linkOperator(app, platform, 'admin') }
}
type Stage = Awaited<ReturnType<typeof squat>>

async function confirm(email: string, token?: string) {
  const body = { token: await app.mailedToken(email, 'verify-email') }
  return app.call(verifyEmail, { body, ...(token && { token }) })
}
const listOf = async ({ token }: { token: string }) =>
  (await app.call(mine, { token })).body.platforms.map(({ id, needsDecision }) => ({
    id,
    needsDecision,
  }))
const at = ({ platform }: Stage) => ({ platformId: platform.id })
const meOf = ({ platform, admin }: Stage) =>
  app.call(member.me, { params: { slug: platform.slug }, token: admin.token })
const signInOf = ({ platform, admin }: Stage) =>
  app.call(member.login, {
    params: { slug: platform.slug },
    body: { email: admin.email, password: admin.password },
  })

let stage: Stage
beforeEach(async () => {
  stage = await squat()
})

describe('platforms of an address verified later by its owner', () => {
  test('N32 are suspended with their members until kept or deleted', async () => {
    const { mallory, platform, linked } = stage
    expect((await meOf(stage)).status).toBe(200)
    expect((await confirm(mallory.email)).status).toBe(200)

    const refused = await meOf(stage)
    expect([refused.status, refused.body['code']]).toEqual([401, 'unauthorized'])
    expect((await signInOf(stage)).status).toBe(403)
    expect((await app.call(resolve, { params: { slug: platform.slug } })).status).toBe(404)
    // Also who manages it from the dashboard.
    const seen = await app.call(details, { params: at(stage), token: linked.token })
    expect(seen.status).toBe(404)
    expect(await listOf(linked)).toEqual([])
    expect(await listOf(mallory)).toEqual([{ id: platform.id, needsDecision: true }])

    const [mail] = await app.mailsTo(mallory.email)
    expect(mail?.subject).toBe('Keep or delete your platforms')
    expect(mail?.text).toContain(platform.name.replaceAll('.', ' '))
    const events = await eventsOf(app, platform.id)
    expect(events.filter(({ action }) => action === 'PLATFORM_SUSPENDED')).toMatchObject([
      { actor_id: mallory.user.id, metadata: { reason: 'address_confirmed' } },
    ])
  })

  test('work again once kept, with new sign-ins', async () => {
    const { mallory, platform, linked } = stage
    await confirm(mallory.email)
    const kept = await app.call(keep, { params: at(stage), token: mallory.token })
    expect(kept.status).toBe(200)
    expect(kept.body.platform.members.map(({ status }) => status)).toEqual(['active', 'active'])
    expect(await listOf(mallory)).toEqual([{ id: platform.id, needsDecision: false }])
    expect((await meOf(stage)).status).toBe(401)
    expect((await signInOf(stage)).status).toBe(200)
    expect(await listOf(linked)).toEqual([{ id: platform.id, needsDecision: false }])
    // A second press changes nothing and is no second event.
    expect((await app.call(keep, { params: at(stage), token: mallory.token })).status).toBe(200)
    const events = await eventsOf(app, platform.id)
    expect(events.filter(({ action }) => action === 'PLATFORM_KEPT')).toHaveLength(1)
  })

  test('can be deleted instead', async () => {
    const { mallory, platform } = stage
    await confirm(mallory.email)
    const body = { slug: platform.slug }
    const answer = await app.call(remove, { params: at(stage), token: mallory.token, body })
    expect(answer.status).toBe(200)
    expect(await listOf(mallory)).toEqual([])
    expect((await app.call(keep, { params: at(stage), token: mallory.token })).status).toBe(404)
  })

  test('are suspended after a password reset too', async () => {
    const { email } = stage.mallory
    await app.call(forgot, { body: { email } })
    await worker.settle()
    const token = await app.mailedToken(email, 'reset-password')
    const password = 'the true owner'
    expect((await app.call(reset, { body: { token, password } })).status).toBe(200)
    expect((await meOf(stage)).status).toBe(401)
    const { tokens } = (await app.call(login, { body: { email, password } })).body
    expect(await listOf({ token: tokens.accessToken })).toMatchObject([{ needsDecision: true }])
  })

  test('are suspended after the owner registers and verifies', async () => {
    const { email } = stage.mallory
    const body = { firstName: 'True', lastName: 'Owner', email, password: 'the true owner' }
    await app.call(register, { body })
    expect((await confirm(email)).status).toBe(200)
    expect((await meOf(stage)).status).toBe(401)
  })

  test('are suspended when an unverified account changed to the address', async () => {
    const next = `${randomUUID()}@example.com`
    await app.call(changeEmail, { token: stage.mallory.token, body: { email: next } })
    expect((await confirm(next)).status).toBe(200)
    expect((await meOf(stage)).status).toBe(401)
  })
})

describe('platforms stay active', () => {
  const expectAtWork = async () => {
    expect((await meOf(stage)).status).toBe(200)
    expect(await listOf(stage.mallory)).toMatchObject([{ needsDecision: false }])
  }

  test('when a session of the account verifies the address', async () => {
    expect((await confirm(stage.mallory.email, stage.mallory.token)).status).toBe(200)
    await expectAtWork()
  })

  test('when the link is opened again', async () => {
    await confirm(stage.mallory.email, stage.mallory.token)
    expect((await confirm(stage.mallory.email)).status).toBe(200)
    await expectAtWork()
  })

  test('unless a session of another account verifies it', async () => {
    const other = await app.newOperator()
    await confirm(stage.mallory.email, other.token)
    expect((await meOf(stage)).status).toBe(401)
  })
})

describe('a platform waiting for its owner’s decision', () => {
  test('stays suspended if it was suspended before, also when kept', async () => {
    const { mallory, platform } = stage
    await maintain('suspend')
    await confirm(mallory.email)
    expect(await listOf(mallory)).toMatchObject([{ needsDecision: true }])
    await app.call(keep, { params: at(stage), token: mallory.token })
    expect(await statusOf(platform.id)).toEqual({ status: 'suspended', kept_status: null })
  })

  test('is not activated by restoring it until it is kept', async () => {
    const { mallory, platform } = stage
    await confirm(mallory.email)
    expect(await maintain('restore')).toBe(false)
    expect(await maintain('suspend')).toBe(true)
    expect(await maintain('restore')).toBe(true)
    expect(await statusOf(platform.id)).toEqual({ status: 'suspended', kept_status: 'active' })
    await app.call(keep, { params: at(stage), token: mallory.token })
    expect((await signInOf(stage)).status).toBe(200)
  })

  test('is kept by its owner only', async () => {
    const { platform } = stage
    const viewer = await linkOperator(app, platform, 'auditor')
    const asAuditor = await app.call(keep, { params: at(stage), token: viewer.token })
    expect([asAuditor.status, asAuditor.body['code']]).toEqual([422, 'permission_denied'])
    const stranger = await app.newOperator()
    const asStranger = await app.call(keep, { params: at(stage), token: stranger.token })
    expect(asStranger.status).toBe(404)
  })

  const statusOf = async (platformId: string) =>
    (
      await arrange(
        app,
        'select status, kept_status from tenant.platforms where platform_id = $1',
        [platformId],
      )
    )[0]
  const maintain = (change: 'suspend' | 'restore') =>
    inTransaction(app.context.db, { platformId: stage.platform.id }, (tx) =>
      changePlatform(tx, change, stage.platform.id, app.clock.now()),
    )
})
