import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { seal, sealerOf } from '../../../test/sealing.ts'
import { ownChain, type SealedEvent } from './canonical.ts'
import { verifyLog } from './maintenance.ts'
import { listSeals } from './seal-queries.ts'
import { sealWaiting } from './sealer.ts'

let world: TestApp
beforeAll(async () => void (world = await startApp()))
afterAll(() => world.close())

let chain: string
beforeEach(() => void (chain = randomUUID()))

/** Adds events to the chain as the server would, in one statement. */
const add = (count: number, platform = chain) =>
  arrange(
    world,
    `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id,
       request_id, amr, metadata)
     select gen_random_uuid(), clock_timestamp(), 'N' || n, 'success', 'system', $1, 'r',
       array['pwd'], jsonb_build_object('n', n)
     from generate_series(1, $2::int) n`,
    [platform, count],
  )

/** Changes the log as its owner, who can switch the triggers off. */
async function tamper(statements: string | string[], values: unknown[] = [chain]) {
  const triggers = async (verb: 'disable' | 'enable') => {
    for (const table of ['audit_log', 'audit_seal'])
      await arrange(world, `alter table audit.${table} ${verb} trigger all`)
  }
  await triggers('disable')
  try {
    for (const statement of [statements].flat()) await arrange(world, statement, values)
  } finally {
    await triggers('enable')
  }
}

/** What the verifier finds, by chain. */
async function faults(only?: string) {
  const found: Record<string, unknown> = {}
  for await (const { chain, fault } of verifyLog(sealerOf(world), world.context, only))
    if (fault) found[chain] = fault
  return found
}

const seqs = async (of = chain) =>
  (
    await arrange(world, 'select seq from audit.audit_seal where chain = $1 order by seq', [of])
  ).map(({ seq }) => Number(seq))
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the sealer', () => {
  test('links every event into the chain of its platform, without gaps', async () => {
    const other = randomUUID()
    await add(3)
    await add(2, other)
    await seal(world)
    await add(1)
    await seal(world)
    expect(await seqs()).toEqual([1, 2, 3, 4])
    expect(await seqs(other)).toEqual([1, 2])
    expect(await faults()).toEqual({})
    expect(await arrange(world, 'select from audit.audit_pending')).toEqual([])
  })

  test('puts events outside any platform into a chain of their own', async () => {
    const before = (await seqs(ownChain)).length
    await world.newOperator()
    await seal(world)
    expect(await seqs(ownChain)).toEqual(upTo((await seqs(ownChain)).length))
    expect((await seqs(ownChain)).length).toBeGreaterThan(before)
  })

  test('takes what one transaction cannot hold in several', async () => {
    await add(1_234)
    expect(await seal(world)).toBeGreaterThanOrEqual(1_234)
    expect(await seqs()).toEqual(upTo(1_234))
    expect(await faults(chain)).toEqual({})
  })

  test('of two at once leaves dense chains and seals nothing twice', async () => {
    const sealers = [sealerOf(world), sealerOf(world), sealerOf(world)]
    let isAdding = true
    const adding = Promise.all(
      upTo(4).map(async () => {
        for (let round = 0; round < 15; round++) await add(20)
      }),
    ).finally(() => void (isAdding = false))
    await Promise.all(
      sealers.map(async (db) => {
        while (isAdding) await sealWaiting(db, world.context.log)
      }),
    )
    await adding
    await seal(world)
    expect(await seqs()).toEqual(upTo(1_200))
    expect(await faults()).toEqual({})
  })

  test('seals every column there is', async () => {
    await add(1)
    await seal(world)
    const [sealed] = await listSeals(sealerOf(world), chain, 0, 1)
    const columns = await arrange(
      world,
      `select column_name as name from information_schema.columns
       where table_schema = 'audit' and table_name = 'audit_log' order by 1`,
    )
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    expect(
      Object.keys(sealed?.event ?? {})
        .map(snake)
        .sort(),
    ).toEqual(columns.map(({ name }) => name))
  })

  test('reads the same of an event whatever the settings of its session', async () => {
    await arrange(
      world,
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id,
         request_id, metadata)
       values (gen_random_uuid(), '2026-03-29 01:30:00.123456+00', 'A', 'success', 'system', $1,
         'r', '{"zz": 1.50, "b": 9007199254740993}')`,
      [chain],
    )
    await seal(world)
    const db = sealerOf(world)
    const read = (...settings: string[]) =>
      db.transaction().execute(async (tx): Promise<SealedEvent | undefined> => {
        for (const setting of settings) await sql.raw(`set local ${setting}`).execute(tx)
        return (await listSeals(tx, chain, 0, 1))[0]?.event
      })
    const plain = await read(`timezone = 'UTC'`)
    expect(plain?.createdAt).toBe('1774747800123456')
    expect(
      await read(
        `timezone = 'Pacific/Auckland'`,
        `datestyle = 'SQL, DMY'`,
        'extra_float_digits = 0',
      ),
    ).toEqual(plain)
  })

  test('goes on when events were taken out, or put in twice, before it came to them', async () => {
    await add(2)
    await seal(world)
    await add(1)
    const [victim] = await arrange(
      world,
      `select l.* from audit.audit_log l join audit.audit_seal s on s.audit_id = l.id
       where s.chain = $1 and s.seq = 2`,
      [chain],
    )
    await tamper(`delete from audit.audit_log where platform_id = $1 and action = 'N1'
      and id in (select audit_id from audit.audit_pending)`)
    await tamper('delete from audit.audit_log where id = $1', [victim?.['id']])
    await arrange(
      world,
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id,
         request_id) values ($1, clock_timestamp(), 'FORGED', 'success', 'system', $2, 'r')`,
      [victim?.['id'], chain],
    )
    await seal(world)
    await add(1)
    await seal(world)
    expect(await seqs()).toEqual([1, 2, 3])
    expect(await faults(chain)).toEqual({ [chain]: { seq: 2, problem: 'event or seal changed' } })
  })
})

describe('L09 the verifier names the chain and the place of', () => {
  const sealed = (seq: string) =>
    `(select audit_id from audit.audit_seal where chain = $1 and seq = ${seq})`
  const changed = 'event or seal changed'
  test.each([
    [
      'a changed action',
      `update audit.audit_log set action = 'X' where id = ${sealed('5')}`,
      5,
      changed,
    ],
    [
      'a time moved by a microsecond',
      `update audit.audit_log set created_at = created_at + interval '1 microsecond' where id = ${sealed('3')}`,
      3,
      changed,
    ],
    [
      'a word turned into nothing',
      `update audit.audit_log set amr = null where id = ${sealed('2')}`,
      2,
      changed,
    ],
    [
      'changed metadata',
      `update audit.audit_log set metadata = '{"n": 7.0}' where id = ${sealed('7')}`,
      7,
      changed,
    ],
    [
      'a removed event',
      `delete from audit.audit_log where id = ${sealed('6')}`,
      6,
      'event missing',
    ],
    [
      'a removed seal',
      'delete from audit.audit_seal where chain = $1 and seq = 4',
      4,
      'seal missing',
    ],
    [
      'a removed first seal',
      'delete from audit.audit_seal where chain = $1 and seq = 1',
      1,
      'seal missing',
    ],
    [
      'a middle cut out of both',
      `with cut as (delete from audit.audit_seal where chain = $1 and seq between 4 and 6 returning audit_id)
       delete from audit.audit_log using cut where id = audit_id`,
      4,
      'seal missing',
    ],
    [
      'a middle cut out and the rest moved up',
      [
        `delete from audit.audit_log where id in (
           select audit_id from audit.audit_seal where chain = $1 and seq between 4 and 6)`,
        'delete from audit.audit_seal where chain = $1 and seq between 4 and 6',
        'update audit.audit_seal set seq = seq - 3 where chain = $1 and seq > 6',
      ],
      4,
      changed,
    ],
    [
      'two events that changed places',
      `update audit.audit_log l set action = o.action, metadata = o.metadata, created_at = o.created_at
       from audit.audit_log o where (l.id = ${sealed('3')} and o.id = ${sealed('8')})
         or (l.id = ${sealed('8')} and o.id = ${sealed('3')})`,
      3,
      changed,
    ],
    [
      'two seals that changed events',
      `update audit.audit_seal s set hash = o.hash from audit.audit_seal o
       where s.chain = $1 and o.chain = $1 and s.seq in (3, 8) and o.seq = 11 - s.seq`,
      3,
      changed,
    ],
    [
      'an event moved to another platform',
      `update audit.audit_log set platform_id = null where id = ${sealed('9')}`,
      9,
      changed,
    ],
  ])('%s', async (_, statement, seq, problem) => {
    await add(10)
    await add(3, ownChain)
    await seal(world)
    expect(await faults(chain)).toEqual({})
    await tamper(statement)
    expect(await faults(chain)).toEqual({ [chain]: { seq, problem } })
  })

  test('an event that never came to the sealer, once it is a minute old', async () => {
    await add(2)
    await seal(world)
    await tamper(
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id, request_id)
       values (gen_random_uuid(), clock_timestamp(), 'SMUGGLED', 'success', 'system', $1, 'r')`,
    )
    expect(await faults(chain)).toEqual({})
    world.clock.advance(61_000)
    const late = { seq: 3, problem: 'event not sealed in time' }
    expect(await faults(chain)).toEqual({ [chain]: late })
    world.clock.advance(-61_000)
  })

  test.each(['-1 hour', '10 years'])('an event smuggled in with a time %s from now', async (by) => {
    await tamper(
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id, request_id)
       values (gen_random_uuid(), clock_timestamp() + $2::interval, 'X', 'success', 'system', $1, 'r')`,
      [chain, by],
    )
    expect(await faults(chain)).toEqual({
      [chain]: { seq: 1, problem: 'event not sealed in time' },
    })
  })
})

test('L11 the chains are whole after an account is gone', async () => {
  const { user, token } = await world.newOperator()
  await world.newPlatform({ token })
  await seal(world)
  await arrange(world, 'delete from identity.accounts where id = $1', [user.id])
  expect(await faults(ownChain)).toEqual({})
})
