import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { callingCells } from '../../test/cell-calls.ts'
import { setupCells } from '../../test/cells.ts'
import { intoControl, tablesOfAudit, tablesOfMembers } from './add.ts'
import { waitUntilCopied } from './marks.ts'
import { connectAdmin } from './replication.ts'

const installation = await setupCells(['b', 'c'])
const { app, urlsOf } = installation
const { cells, control } = app.context
const { createIn } = callingCells(installation)

const ada = await app.newOperator()
const platforms = {
  main: await createIn('main', ada),
  b: await createIn('b', ada),
  c: await createIn('c', ada),
}
type Name = 'main' | 'b' | 'c'

/** Runs statements in a database as one who owns it does: no trigger, foreign key or role refuses them. */
async function inDatabase<T>(name: Name, work: (session: pg.Client) => Promise<T>): Promise<T> {
  await using session = await connectAdmin(urlsOf(name).adminUrl)
  await session.query('set session_replication_role = replica')
  return await work(session)
}

const rowsIn = (name: Name, text: string, values: unknown[] = []) =>
  inDatabase(name, async (session) => (await session.query(text, values)).rows)

/** Waits until the control database has copied everything from cell b. Returns false if it takes too long. */
const follows = async (within = 10_000) =>
  waitUntilCopied({ from: (await cells.byName('b')).db, to: control }, 'control', within)

/**
 * Connects b with the control database anew, from now on: what it has sent before is skipped. An operator does that with
 * `cell rejoin`, once the database has what it should.
 */
const skipToNow = () =>
  inDatabase('main', async (session) => {
    const { name, slot } = intoControl('b')
    const quoted = pg.escapeIdentifier(name)
    await session.query(`alter subscription ${quoted} disable`)
    const { rows } = await session.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
    const advance = () =>
      session.query('select pg_replication_slot_advance($1, $2)', [slot, rows[0]?.lsn]).then(
        () => true,
        ({ message }: Error) => message,
      )
    // A reader that was being started may come after the subscription was disabled.
    await expect.poll(advance, { timeout: 30_000 }).toBe(true)
    await session.query(`alter subscription ${quoted} enable`)
  })

const columnOf = (table: string) => (table === 'audit.audit_seal' ? 'chain' : 'platform_id')

const zeros = '00000000-0000-0000-0000-000000000000'
const member = (platformId: string, email = `${randomUUID()}@example.com`) =>
  `insert into tenant.members (platform_id, id, email, email_key, first_name, last_name, account_id, role,
     created_at, updated_at)
   values ('${platformId}', gen_random_uuid(), '${email}', '${email}', '', '', gen_random_uuid(), 'admin',
     now(), now())`
const platform = (id: string) =>
  `insert into tenant.platforms (platform_id, name, slug, created_at, updated_at)
   values ('${id}', 'Of b', '${randomUUID()}', now(), now())`
const event = (platformId: string | null) =>
  `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id, request_id)
   values ('${randomUUID()}', now(), 'LOGIN_SUCCESS', 'success', 'system',
     ${platformId ? `'${platformId}'` : 'null'}, 'b')`
const seal = (chain: string) =>
  `insert into audit.audit_seal (chain, seq, audit_id, prev, hash)
   values ('${chain}', 999, gen_random_uuid(), sha256(''), sha256(''))`
const value = (platformId: string) =>
  `insert into audit.audit_values (platform_id, kind, value, audit_id)
   values ('${platformId}', 'action', 'OF_B', gen_random_uuid())`

const [inMain, inB, inC] = [platforms.main.id, platforms.b.id, platforms.c.id]
const allRows =
  'alter publication stowage_audit set table audit.audit_log, audit.audit_seal, audit.audit_values'
const allVerbs = `alter publication stowage_audit set (publish = 'insert, update, delete, truncate')`
const wholeRows = 'alter table audit.audit_log replica identity full'

/**
 * Statements the owner of database b can run there that must not affect the copies in the control database.
 */
const attempts: [string, string[]][] = [
  ['adds a member to a platform in main', [member(inMain)]],
  ['adds a member to a platform in c', [member(inC)]],
  ['adds a member to a platform that is nowhere', [member(randomUUID())]],
  [
    'gives its own member to a platform in main',
    [
      member(inB, 'given@example.com'),
      `update tenant.members set platform_id = '${inMain}' where email = 'given@example.com'`,
    ],
  ],
  [
    'adds a path to a platform in main',
    [`insert into tenant.slug_history (slug, platform_id) values ('of-b', '${inMain}')`],
  ],
  ['adds a platform', [platform(randomUUID())]],
  [
    'changes a platform in main',
    [`update tenant.platforms set name = 'b' where platform_id = '${inMain}'`],
  ],
  ['deletes a platform in c', [`delete from tenant.platforms where platform_id = '${inC}'`]],
  ['adds an event of a platform in c', [event(inC)]],
  ['adds a seal of a platform in main', [seal(inMain)]],
  ['adds a value of the log of a platform in main', [value(inMain)]],
  ['adds an event of no platform', [allRows, event(null)]],
  ['adds a seal of events of no platform', [allRows, seal(zeros)]],
  ['changes the log', [allVerbs, wholeRows, `update audit.audit_log set action = 'LOGOUT'`]],
  ['deletes a part of the log', [allVerbs, wholeRows, 'delete from audit.audit_log']],
  ['empties the log', [allVerbs, 'truncate audit.audit_log']],
]

/** All rows that cells publish, as the control database has them, but the members of b. */
async function copies() {
  const found: Record<string, string[]> = {}
  for (const table of [...tablesOfMembers, ...tablesOfAudit]) {
    const rows = await rowsIn(
      'main',
      `select t::text as text from ${table} t
       where '${table}' <> 'tenant.members' or ${columnOf(table)} <> '${inB}' order by 1`,
    )
    found[table] = rows.map(({ text }) => text)
  }
  return found
}

const errorsOfCopying = async () => {
  const [row] = await rowsIn(
    'main',
    'select apply_error_count::int as count from pg_stat_subscription_stats where subname = $1',
    [intoControl('b').name],
  )
  return Number(row.count)
}

test('what a cell writes of its own platforms is copied', async () => {
  for (const statement of [member(inB, 'eve@example.com'), event(inB), seal(inB)])
    await rowsIn('b', statement)
  expect(await follows()).toBe(true)
  const members = await rowsIn('main', 'select email from tenant.members where platform_id = $1', [
    inB,
  ])
  expect(members.map(({ email }) => email)).toContain('eve@example.com')
  const seals = await rowsIn('main', 'select seq from audit.audit_seal where chain = $1', [inB])
  expect(seals.map(({ seq }) => seq)).toContain('999')
  // Rows that b can then change and delete, brought in as those of a move are.
  await inDatabase('b', async (session) => {
    await session.query(`select pg_replication_origin_create('test')`)
    await session.query(`select pg_replication_origin_session_setup('test')`)
    for (const id of [inMain, inC]) await session.query(platform(id))
  })
  expect(await follows()).toBe(true)
})

test.each(attempts)('nothing is copied when a cell %s', async (_, statements) => {
  const before = await copies()
  const errors = await errorsOfCopying()
  for (const statement of statements) await rowsIn('b', statement)
  await expect.poll(errorsOfCopying, { timeout: 3_000, interval: 20 }).toBeGreaterThan(errors)
  expect(await copies()).toEqual(before)
  await skipToNow()
  expect(await follows()).toBe(true)
})
