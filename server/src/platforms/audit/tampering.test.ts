import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { addEvents, faultsOf, seal, tamperWith } from '../../../test/sealing.ts'
import { ownChain } from './chain-queries.ts'
const app = await setupApp()

let chain: string
beforeEach(() => void (chain = randomUUID()))

const add = (count: number, platform = chain) => addEvents(app, platform, count)
const tamper = (statements: string | string[], values: unknown[] = [chain]) =>
  tamperWith(app, statements, values)
const faults = (only?: string) => faultsOf(app, only)

describe('L09 the verifier reports the chain and position of', () => {
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
    await seal(app)
    expect(await faults(chain)).toEqual({})
    await tamper(statement)
    expect(await faults(chain)).toEqual({ [chain]: { seq, problem } })
  })

  test('an event that was never sealed, once it is a minute old', async () => {
    await add(2)
    await seal(app)
    await tamper(
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, platform_id, request_id)
       values (gen_random_uuid(), clock_timestamp(), 'SMUGGLED', 'success', 'system', $1, 'r')`,
    )
    expect(await faults(chain)).toEqual({})
    app.clock.advance(61_000)
    const late = { seq: 3, problem: 'event not sealed in time' }
    expect(await faults(chain)).toEqual({ [chain]: late })
    app.clock.advance(-61_000)
  })

  test.each(['-1 hour', '10 years'])('an event inserted with a time %s from now', async (by) => {
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

test('L11 keeps chains intact after an account is removed', async () => {
  const { user, token } = await app.newOperator()
  await app.newPlatform({ token })
  await seal(app)
  await arrange(app, 'delete from identity.accounts where id = $1', [user.id])
  expect(await faults(ownChain)).toEqual({})
})
