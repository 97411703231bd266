import { api } from '@stowage/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../src/database/transactions.ts'
import { renewKeys, signingKey } from '../src/identity/signing-keys/commands.ts'
import { renewBackupCodes } from '../src/identity/two-factor/accept-code.ts'
import { findBatch } from '../src/identity/two-factor/queries.ts'
import { startApp, type TestApp } from './app.ts'
import { openOwner, type Owner } from './owner.ts'
import { firstStep, operatorWithFactor } from './second-factor.ts'

const { login, refresh } = api.identity.sessions
const { me } = api.identity.profile
const old = 'the secret of last year, 32 bytes long'
const next = 'the secret of this year, 32 bytes long'

let before: TestApp
let after: TestApp
let wrong: TestApp
let owner: Owner
let ada: Awaited<ReturnType<TestApp['newOperator']>>
let platform: { id: string; slug: string }
let member: Awaited<ReturnType<TestApp['newMember']>>
beforeAll(async () => {
  before = await startApp({ APP_SECRET: old })
  owner = await openOwner(before)
  ada = await before.newOperator()
  platform = await before.newPlatform(ada)
  member = await before.newMember(ada, platform)
  const same = [undefined, { before: before.database }] as const
  wrong = await startApp({ APP_SECRET: next, LOG_LEVEL: 'silent' }, ...same)
  after = await startApp({ APP_SECRET: next, APP_SECRET_PREVIOUS: old }, ...same)
})
afterAll(async () => {
  await owner.close()
  await after.close()
  await wrong.close()
  await before.close()
})

const signIn = (app: TestApp, headers = {}) =>
  app.call(login, { body: { email: ada.email, password: ada.password }, headers })

test('without the previous secret, nothing made under it is valid', async () => {
  expect((await signIn(wrong)).status).toBe(401)
  const { refreshToken } = ada.tokens
  expect((await wrong.call(refresh, { body: { refreshToken } })).status).toBe(401)
  await expect(signingKey(wrong.context)).rejects.toThrow('APP_SECRET')
  await expect(renewKeys(wrong.context)).rejects.toThrow('APP_SECRET')
  expect(await wrong.mailsTo(ada.email)).toEqual([])
})

test('with it, sessions, pending mail and known devices stay valid', async () => {
  const renewed = await after.call(refresh, { body: { refreshToken: ada.tokens.refreshToken } })
  expect(renewed.status).toBe(200)
  const token = renewed.body.tokens.accessToken
  expect((await after.call(me, { token })).status).toBe(200)
  expect((await after.mailsTo(ada.email)).length).toBeGreaterThan(0)

  const headers = { 'x-device-token': ada.deviceToken }
  expect((await signIn(after, headers)).body.deviceToken).toBe(ada.deviceToken)
  const strange = { 'x-device-token': `${ada.deviceToken.slice(0, -1)}_` }
  expect((await signIn(after, strange)).body.deviceToken).not.toBe(ada.deviceToken)
  const devices = await owner.eventsOf(ada.user.id)
  expect(devices.filter((event) => event === 'NEW_DEVICE_LOGIN success')).toHaveLength(1)
})

test('with it, passwords are accepted and rehashed at sign-in', async () => {
  const { keyId } = after.context.secrets
  expect((await owner.storedPassword(ada.user.id))?.pepperKeyId).toBe(keyId)

  const atDoor = () =>
    after.call(api.platforms.tenantSessions.login, {
      params: { slug: platform.slug },
      body: { email: member.email, password: member.password },
    })
  const pepper = async () => {
    const sql = 'select pepper_key_id as id from tenant.member_credentials where member_id = $1'
    return (await owner.rowsOf<{ id: string }>(sql, [member.id]))[0]?.id
  }
  expect(await pepper()).toBe(before.context.secrets.keyId)
  expect((await atDoor()).status).toBe(200)
  expect(await pepper()).toBe(keyId)
  expect((await atDoor()).status).toBe(200)
})

describe('with it, backup codes', () => {
  type Person = Awaited<ReturnType<typeof operatorWithFactor>>
  let people: Person[]
  beforeAll(async () => {
    people = []
    for (let n = 0; n < 4; n++) people.push(await operatorWithFactor(before))
    await renewKeys(after.context)
  })
  const nextPerson = () => people.pop() as Person
  const { backupCodes: shown, regenerateBackupCodes } = api.identity.twoFactor
  const kept = async (accountId: string) => {
    const sql = `select codes_cipher as cipher, array_agg(code_mac order by position) as macs
      from identity.backup_batches join identity.backup_codes using (account_id)
      where account_id = $1 group by 1`
    return (await owner.rowsOf<{ cipher: Buffer; macs: Buffer[] }>(sql, [accountId]))[0]
  }
  const spend = async (app: TestApp, person: Person, code: string | undefined) => {
    const { tempToken } = await firstStep(app, person)
    return app.call(login, { body: { tempToken, twoFactorToken: code ?? '' } })
  }
  const look = (app: TestApp, token: string) => app.call(shown, { token })
  const open = (env: Record<string, string>) =>
    startApp({ APP_SECRET: next, ...env }, undefined, { before: before.database })

  test.each(['used', 'looked at'])('are resealed when one is %s', async (how) => {
    const bob = nextPerson()
    const first = await kept(bob.user.id)
    await firstStep(after, bob)
    if (how === 'used') expect((await spend(after, bob, bob.backupCodes[0])).status).toBe(200)
    else expect((await look(after, bob.token)).body.backupCodes).toEqual(bob.backupCodes)
    const spent = how === 'used' ? [0, 1, 2] : [1, 2]
    const second = await kept(bob.user.id)
    expect(second).not.toEqual(first)
    expect((await spend(after, bob, bob.backupCodes[1])).status).toBe(200)
    expect(await kept(bob.user.id)).toEqual(second)

    const later = await open({})
    try {
      expect((await spend(later, bob, bob.backupCodes[1])).status).toBe(400)
      const { status, body } = await spend(later, bob, bob.backupCodes[2])
      expect(status).toBe(200)
      const left = await look(later, body.tokens.accessToken)
      expect(left.body.backupCodes).toEqual(bob.backupCodes.filter((_, i) => !spent.includes(i)))
    } finally {
      await later.close()
    }
  })

  test('are left alone once replaced', async () => {
    const bob = nextPerson()
    const former = await findBatch(after.db, bob.user.id)
    const { backupCodes } = (await after.call(regenerateBackupCodes, { token: bob.token })).body
    // As in a request that read the batch before and writes after.
    const { secrets } = after.context
    await inTransaction(after.db, {}, (tx) => renewBackupCodes(tx, secrets, former))
    expect((await look(after, bob.token)).body.backupCodes).toEqual(backupCodes)
    expect((await spend(after, bob, backupCodes[0])).status).toBe(200)
  })

  test('are resealed when shown once', async () => {
    const bob = nextPerson()
    const once = await open({ APP_SECRET_PREVIOUS: old, BACKUP_CODES_VIEW: 'once' })
    const later = await open({})
    try {
      expect((await look(once, bob.token)).body.backupCodes).toEqual(bob.backupCodes)
      expect((await look(once, bob.token)).status).toBe(410)
      expect((await kept(bob.user.id))?.cipher).toBeNull()
      // The password moves as well, though it is only the first step.
      await firstStep(after, bob)
      expect((await owner.storedPassword(bob.user.id))?.pepperKeyId).toBe(
        after.context.secrets.keyId,
      )
      expect((await spend(later, bob, bob.backupCodes[0])).status).toBe(200)
    } finally {
      await once.close()
      await later.close()
    }
  })
})

test('a start with it reseals the signing key', async () => {
  await renewKeys(after.context)
  await renewKeys(after.context)
  const later = await startApp({ APP_SECRET: next }, undefined, { before: before.database })
  try {
    const again = await signIn(later)
    expect(again.status).toBe(200)
    const token = again.body.tokens.accessToken
    expect((await later.call(me, { token })).status).toBe(200)
    // The key is the same one: tokens signed before go on.
    expect((await later.call(me, { token: member.token })).status).toBe(401)
    expect((await later.call(me, { token: ada.token })).status).toBe(200)
  } finally {
    await later.close()
  }
})
