import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { addEvents, faultsOf, seal, sealerOf, tamperWith } from '../../../test/sealing.ts'
import { ownChain, type SealedEvent } from './chain-queries.ts'
import { listSeals } from './chain-queries.ts'
import { sealWaiting } from './seal-waiting.ts'
const app = await setupApp()

let chain: string
beforeEach(() => void (chain = randomUUID()))

const add = (count: number, platform = chain) => addEvents(app, platform, count)
const tamper = (statements: string | string[], values: unknown[] = [chain]) =>
  tamperWith(app, statements, values)
const faults = (only?: string) => faultsOf(app, only)
const seqs = async (of = chain) =>
  (await arrange(app, 'select seq from audit.audit_seal where chain = $1 order by seq', [of])).map(
    ({ seq }) => Number(seq),
  )
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the sealer', () => {
  test('appends every event to the chain of its platform without gaps', async () => {
    const other = randomUUID()
    await add(3)
    await add(2, other)
    await seal(app)
    await add(1)
    await seal(app)
    expect(await seqs()).toEqual([1, 2, 3, 4])
    expect(await seqs(other)).toEqual([1, 2])
    expect(await faults()).toEqual({})
    expect(await arrange(app, 'select from audit.audit_pending')).toEqual([])
  })

  test('appends events outside any platform to a separate chain', async () => {
    const before = (await seqs(ownChain)).length
    await app.newOperator()
    await seal(app)
    expect(await seqs(ownChain)).toEqual(upTo((await seqs(ownChain)).length))
    expect((await seqs(ownChain)).length).toBeGreaterThan(before)
  })

  test('seals a large number of events in several transactions', async () => {
    await add(1_234)
    expect(await seal(app)).toBeGreaterThanOrEqual(1_234)
    expect(await seqs()).toEqual(upTo(1_234))
    expect(await faults(chain)).toEqual({})
  })

  test('keeps chains dense and seals nothing twice when two run concurrently', async () => {
    const sealers = [sealerOf(app), sealerOf(app), sealerOf(app)]
    let isAdding = true
    const adding = Promise.all(
      upTo(4).map(async () => {
        for (let round = 0; round < 15; round++) await add(20)
      }),
    ).finally(() => void (isAdding = false))
    await Promise.all(
      sealers.map(async (db) => {
        while (isAdding) await sealWaiting(db, app.context.log)
      }),
    )
    await adding
    await seal(app)
    expect(await seqs()).toEqual(upTo(1_200))
    expect(await faults()).toEqual({})
  })

  test('seals every column', async () => {
    await add(1)
    await seal(app)
    const [sealed] = await listSeals(sealerOf(app), chain, 0, 1)
    const columns = await arrange(
      app,
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

  test('reads an event the same under any session settings', async () => {
    await arrange(
      app,
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id,
         request_id, metadata)
       values (gen_random_uuid(), '2026-03-29 01:30:00.123456+00', 'A', 'success', 'system', $1,
         'r', '{"zz": 1.50, "b": 9007199254740993}')`,
      [chain],
    )
    await seal(app)
    const db = sealerOf(app)
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

  test('continues after events were removed or inserted twice before sealing', async () => {
    await add(2)
    await seal(app)
    await add(1)
    const [victim] = await arrange(
      app,
      `select l.* from audit.audit_log l join audit.audit_seal s on s.audit_id = l.id
       where s.chain = $1 and s.seq = 2`,
      [chain],
    )
    await tamper(`delete from audit.audit_log where platform_id = $1 and action = 'N1'
      and id in (select audit_id from audit.audit_pending)`)
    await tamper('delete from audit.audit_log where id = $1', [victim?.['id']])
    await arrange(
      app,
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id,
         request_id) values ($1, clock_timestamp(), 'FORGED', 'success', 'system', $2, 'r')`,
      [victim?.['id'], chain],
    )
    await seal(app)
    await add(1)
    await seal(app)
    expect(await seqs()).toEqual([1, 2, 3])
    expect(await faults(chain)).toEqual({ [chain]: { seq: 2, problem: 'event or seal changed' } })
  })
})
