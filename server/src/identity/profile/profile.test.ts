import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import type { Owner } from '../../../test/owner.ts'

const { me, update, preferences, savePreferences } = api.identity.profile

let app: TestApp
let owner: Owner
forAllTests((opened) => ({ app, owner } = opened))

type Person = { token: string }
const change = ({ token }: Person, body: Record<string, unknown>) =>
  app.call(update, { token, body })
const save = ({ token }: Person, body: Record<string, unknown>) =>
  app.call(savePreferences, { token, body })
const userNow = async ({ token }: Person) => (await app.call(me, { token })).body.user
const settingsNow = async ({ token }: Person) =>
  (await app.call(preferences, { token })).body.preferences

/** Returns the `changed` fields of each such event, oldest first. */
async function changesOf(person: { user: { id: string } }, action: string) {
  const rows = await owner.rowsOf<{ metadata: { changed: string[] } }>(
    `select metadata from audit.audit_log where actor_id = $1 and action = $2 order by id`,
    [person.user.id, action],
  )
  return rows.map(({ metadata }) => metadata.changed)
}

describe('the profile', () => {
  test('saves the sent fields, keeps the rest and returns the next version', async () => {
    const ada = await app.newOperator()
    const before = await userNow(ada)
    const bio = 'First line\nand\ta second'
    const { status, body } = await change(ada, { lastName: ' Byron ', phone: '+1 555', bio })
    const after = {
      ...before,
      lastName: 'Byron',
      phone: '+1 555',
      bio,
      version: before.version + 1,
    }
    expect([status, body]).toEqual([200, { user: after }])
    expect(await userNow(ada)).toEqual(after)
    expect((await change(ada, { phone: '', location: 'Bristol' })).status).toBe(200)
    expect(await userNow(ada)).toMatchObject({ phone: '', location: 'Bristol', bio })
    expect(await changesOf(ada, 'PROFILE_UPDATED')).toEqual([
      ['lastName', 'phone', 'bio'],
      ['phone', 'location'],
    ])
  })

  test('records nothing and keeps its version without changes', async () => {
    const ada = await app.newOperator()
    const before = await userNow(ada)
    for (const body of [{}, { firstName: before.firstName, bio: ' ' }]) {
      const answer = await change(ada, { ...body, version: before.version })
      expect([answer.status, answer.body]).toEqual([200, { user: before }])
    }
    expect(await changesOf(ada, 'PROFILE_UPDATED')).toEqual([])
  })

  test('refuses a change to an older version', async () => {
    const ada = await app.newOperator()
    const { version } = await userNow(ada)
    expect((await change(ada, { bio: 'one', version })).status).toBe(200)
    for (const body of [{ bio: 'two', version }, { version }]) {
      const answer = await change(ada, body)
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { code: 'version_conflict', currentVersion: version + 1 },
      ])
    }
    expect(await userNow(ada)).toMatchObject({ bio: 'one', version: version + 1 })
  })

  test('accepts one of eight concurrent changes of one version', async () => {
    const ada = await app.newOperator()
    const { version } = await userNow(ada)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => change(ada, { bio: `bio ${i}`, version })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await changesOf(ada, 'PROFILE_UPDATED')).toHaveLength(1)
  })

  test('ignores other fields', async () => {
    const ada = await app.newOperator()
    const before = await userNow(ada)
    const others = { id: 'x', email: 'eve@example.com', emailVerified: false, status: 'suspended' }
    expect((await change(ada, { ...others, bio: 'new' })).status).toBe(200)
    expect(await userNow(ada)).toEqual({ ...before, bio: 'new', version: before.version + 1 })
  })

  test.each([
    ['firstName', ''],
    ['firstName', 'x'.repeat(81)],
    ['lastName', 'a\u202eb'],
    ['lastName', null],
    ['phone', '1'.repeat(41)],
    ['phone', 'a\nb'],
    ['location', 'x'.repeat(121)],
    ['bio', 'x'.repeat(1001)],
    ['version', '1'],
  ])('refuses %s %j and changes nothing', async (field, value) => {
    const ada = await app.newOperator()
    const before = await userNow(ada)
    const { status, body } = await change(ada, { bio: 'new', [field]: value })
    expect([status, body['details']]).toMatchObject([400, [{ path: field }]])
    expect(await userNow(ada)).toEqual(before)
  })

  test('keeps the names of memberships', async () => {
    const ada = await app.newOperator()
    const platform = await app.newPlatform(ada)
    await change(ada, { firstName: 'Grace' })
    const { body } = await app.call(api.platforms.directory.details, {
      token: ada.token,
      params: { platformId: platform.id },
    })
    expect(JSON.stringify(body)).toContain('"firstName":"Ada"')
  })
})

const defaults = {
  notifications: { email: true, push: false, sms: true, marketing: false },
  language: 'en',
  timezone: 'UTC',
  theme: 'light',
}

describe('the preferences', () => {
  test('have default values without a row until changed', async () => {
    const ada = await app.newOperator()
    expect(await settingsNow(ada)).toEqual(defaults)
    const rows = () =>
      owner.rowsOf('select 1 from identity.preferences where account_id = $1', [ada.user.id])
    for (const body of [
      {},
      { notifications: {} },
      { theme: 'light', notifications: { sms: true } },
    ])
      expect([(await save(ada, body)).body, await rows()]).toEqual([{ preferences: defaults }, []])
    expect(await changesOf(ada, 'PREFERENCES_UPDATED')).toEqual([])
    await save(ada, { theme: 'dark' })
    await save(ada, { theme: 'auto' })
    expect(await rows()).toHaveLength(1)
  })

  test('keep omitted parts', async () => {
    const ada = await app.newOperator()
    const bob = await app.newOperator()
    const first = await save(ada, { notifications: { sms: false, push: true }, language: 'de' })
    const expected = {
      ...defaults,
      notifications: { email: true, push: true, sms: false, marketing: false },
      language: 'de',
    }
    expect([first.status, first.body]).toEqual([200, { preferences: expected }])
    await save(ada, { timezone: 'PST', theme: 'dark', language: 'de' })
    expect(await settingsNow(ada)).toEqual({ ...expected, timezone: 'PST', theme: 'dark' })
    expect(await settingsNow(bob)).toEqual(defaults)
    expect(await changesOf(ada, 'PREFERENCES_UPDATED')).toEqual([
      ['notifications.push', 'notifications.sms', 'language'],
      ['timezone', 'theme'],
    ])
  })

  test('keep concurrent changes of different parts', async () => {
    const ada = await app.newOperator()
    await Promise.all([
      save(ada, { notifications: { push: true } }),
      save(ada, { notifications: { marketing: true } }),
      save(ada, { language: 'fr' }),
      save(ada, { timezone: 'EST' }),
      save(ada, { theme: 'auto' }),
    ])
    expect(await settingsNow(ada)).toEqual({
      notifications: { email: true, push: true, sms: true, marketing: true },
      language: 'fr',
      timezone: 'EST',
      theme: 'auto',
    })
  })

  test.each([
    { language: 'it' },
    { timezone: 'Europe/Berlin' },
    { theme: 'Dark' },
    { theme: null },
    { notifications: { email: 'yes' } },
    { notifications: [] },
  ])('refuse %j', async (body) => {
    const ada = await app.newOperator()
    expect((await save(ada, body)).status).toBe(400)
    expect(await settingsNow(ada)).toEqual(defaults)
  })
})
