import { api } from '@stowage/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callingCells } from '../../../test/cell-calls.ts'
import { setupCells } from '../../../test/cells.ts'
import { runJob } from '../../../test/run-job.ts'
import { removeAccounts } from './jobs.ts'

const { deleteAccount, register } = api.identity.accounts
const { login } = api.identity.sessions
const day = 86_400_000

const installation = await setupCells(['b', 'c'], {
  LOG_LEVEL: 'silent',
  // Only so accounts that were never verified are looked for.
  SMTP_URL: 'smtp://127.0.0.1:9',
})
const { app, owner } = installation
const { killAfter, revive, createIn, join, actionsIn } = callingCells(installation)

type Person = Awaited<ReturnType<typeof app.newOperator>>
const run = () => runJob(app, removeAccounts, {})
const countIn = async (cell: string, table: string, column: string, id: string) =>
  (await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(owner(cell)))
    .rows.length
const membersOn = async ({ cell, id }: { cell: string; id: string }, { user }: Person) =>
  (
    await sql`select from tenant.members where platform_id = ${id}
      and account_id = ${user.id}`.execute(owner(cell))
  ).rows.length
const exists = ({ user }: Person) => countIn('main', 'identity.accounts', 'id', user.id)
const signIn = ({ email, password }: Person) => app.call(login, { body: { email, password } })
const removals = async ({ user }: Person) =>
  (
    await sql<{ metadata: unknown }>`select metadata from audit.audit_log
      where action = 'ACCOUNT_DELETED' and target_id = ${user.id}`.execute(owner('main'))
  ).rows.map(({ metadata }) => metadata)

describe('a closed account with memberships in three databases', () => {
  async function prepare() {
    const [boss, ada] = [await app.newOperator(), await app.newOperator()]
    const platforms = []
    for (const cell of ['main', 'b', 'c'] as const) {
      const platform = await createIn(cell, boss)
      await join(cell, boss, platform, ada)
      platforms.push({ cell, ...platform })
    }
    expect((await app.call(deleteAccount, { token: ada.token })).status).toBe(200)
    app.clock.advance(14 * day)
    return { ada, platforms }
  }
  async function expectGone(
    ada: Person,
    platforms: Awaited<ReturnType<typeof prepare>>['platforms'],
  ) {
    expect(await exists(ada)).toBe(0)
    for (const platform of platforms) {
      expect(await membersOn(platform, ada)).toBe(0)
      const removed = (await actionsIn(platform.cell, platform.id)).filter(
        (action) => action === 'MEMBER_REMOVED',
      )
      expect(removed).toHaveLength(1)
    }
    expect(await removals(ada)).toEqual([{ removed: true, reason: 'deleted_by_owner' }])
  }

  test('is removed from each', async () => {
    const { ada, platforms } = await prepare()
    await run()
    await expectGone(ada, platforms)
  })

  test.each(['marked', 'found', 'written'] as const)(
    'killed after %s, is removed the next time',
    async (step) => {
      const { ada, platforms } = await prepare()
      killAfter(step)
      await run()
      expect(await exists(ada)).toBe(1)
      revive()
      // Nothing can keep it any more, and its address waits.
      expect((await signIn(ada)).status).toBe(401)
      const again = {
        firstName: 'Ada',
        lastName: 'Alba',
        email: ada.email,
        password: 'another password',
      }
      await app.call(register, { body: again })
      expect((await signIn({ ...ada, password: again.password })).status).toBe(401)
      await run()
      await run()
      await expectGone(ada, platforms)
    },
  )

  test('that signed in again stays in all of them', async () => {
    const { ada, platforms } = await prepare()
    expect((await signIn(ada)).status).toBe(200)
    await run()
    expect(await exists(ada)).toBe(1)
    for (const platform of platforms) expect(await membersOn(platform, ada)).toBe(1)
  })
})

describe('an account that was never verified', () => {
  async function prepare() {
    const ada = await app.newOperator({ verified: false })
    const platform = await createIn('b', ada)
    await sql`update ops.outbox set state = 'sent', sent_at = created_at
      where id in (select mail_id from identity.mail_tokens where account_id = ${ada.user.id})`.execute(
      owner('main'),
    )
    app.clock.advance(15 * day)
    return { ada, platform }
  }

  test.each(['marked', 'found', 'written', undefined] as const)(
    'is removed with its platform in a cell, killed after %s',
    async (step) => {
      const { ada, platform } = await prepare()
      if (step) killAfter(step)
      await run()
      expect(await exists(ada)).toBe(step ? 1 : 0)
      revive()
      await run()
      expect(await exists(ada)).toBe(0)
      expect(await countIn('b', 'tenant.platforms', 'platform_id', platform.id)).toBe(0)
      expect(await removals(ada)).toMatchObject([{ removed: true, reason: 'never_confirmed' }])
      const bob = await app.newOperator()
      expect((await createIn('c', bob, platform.slug)).slug).toBe(platform.slug)
    },
  )
})
