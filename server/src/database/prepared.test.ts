import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench, type Bench } from '../../test/worker.ts'
import { connect, type Db } from './connect.ts'
import { prepare, prepareRead, prepareWrite } from './prepared.ts'
import { inSavepoint } from './transactions.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('inserts each argument at its position on every run and keeps fixed values', async () => {
  let built = 0
  const read = prepareRead((db: Db, first: string, second: number) => {
    built++
    return db.selectNoFrom([
      sql<number>`${second}::int`.as('secondOne'),
      sql<string>`${first}::text`.as('firstOne'),
      sql<string>`${'fixed'}::text`.as('fixed'),
      sql<number>`${second}::int`.as('secondAgain'),
    ])
  })
  const expected = (first: string, second: number) => ({
    secondOne: second,
    firstOne: first,
    fixed: 'fixed',
    secondAgain: second,
  })
  expect(await read(bench.context.db, 'a', 1)).toEqual(expected('a', 1))
  expect(await read(bench.context.db, 'b', 2)).toEqual(expected('b', 2))
  expect(await bench.write((tx) => read(tx, 'c', 3))).toEqual(expected('c', 3))
  expect(built).toBe(1)
})

test('returns undefined without a row', async () => {
  const read = prepareRead((db: Db, id: number) =>
    db.selectFrom('ops.migrations').select('id').where('id', '=', id),
  )
  expect(await read(bench.context.db, 1)).toEqual({ id: 1 })
  expect(await read(bench.context.db, 9_999)).toBeUndefined()
})

test('inserts each field of a record at its position', async () => {
  const read = prepareRead((db: Db, { a, b }: { a: string; b: number }) =>
    db.selectNoFrom([sql<number>`${b}::int`.as('second'), sql<string>`${a}::text`.as('first')]),
  )
  expect(await read(bench.context.db, { a: 'x', b: 1 })).toEqual({ first: 'x', second: 1 })
  expect(await read(bench.context.db, { b: 2, a: 'y' })).toEqual({ first: 'y', second: 2 })
})

const divide = prepare(
  (_: Db, by: number) => sql<{ result: number }>`select 1 / ${by}::int as result`,
)
const keep = prepareWrite(
  (_: Db, key: string) => sql`insert into ops.rate_limits (key, points) values (${key}, 1)`,
)
const isKept = prepareRead(
  (_: Db, key: string) => sql<{ key: string }>`select key from ops.rate_limits where key = ${key}`,
)

test('reports the first failure of statements started together and commits nothing', async () => {
  const write = bench.write((tx) =>
    Promise.all([keep(tx, 'before'), divide(tx, 0), keep(tx, 'behind')]),
  )
  await expect(write).rejects.toThrow('division by zero')
  expect(await isKept(bench.context.db, 'before')).toBeUndefined()
  expect(await isKept(bench.context.db, 'behind')).toBeUndefined()
})

test('reports the failure of a statement that is not prepared, also for one sent behind it', async () => {
  const write = bench.write(async (tx) => {
    sql`select 1 / 0`.execute(tx).catch(() => {})
    await keep(tx, 'behind a failed one')
  })
  await expect(write).rejects.toThrow('division by zero')
})

test('has written when its promise resolves', async () => {
  await bench.write(async (tx) => {
    await keep(tx, 'awaited')
    expect(await isKept(tx, 'awaited')).toEqual({ key: 'awaited' })
  })
})

test('throws a failed write where it is awaited and commits nothing', async () => {
  const write = bench.write(async (tx) => {
    await keep(tx, 'twice')
    await expect(keep(tx, 'twice')).rejects.toMatchObject({ constraint: 'rate_limits_pkey' })
    throw new Error('stopped there')
  })
  await expect(write).rejects.toThrow('stopped there')
  expect(await isKept(bench.context.db, 'twice')).toBeUndefined()
})

test('rolls back a failed savepoint and keeps the rest', async () => {
  await bench.write(async (tx) => {
    await keep(tx, 'before the part')
    const part = inSavepoint(tx, async () => {
      await keep(tx, 'in the part')
      throw new Error('no')
    })
    await expect(part).rejects.toThrow('no')
    await keep(tx, 'after the part')
  })
  expect(await isKept(bench.context.db, 'before the part')).toBeDefined()
  expect(await isKept(bench.context.db, 'in the part')).toBeUndefined()
  expect(await isKept(bench.context.db, 'after the part')).toBeDefined()
})

test('nothing is prepared where sessions are shared', async () => {
  const read = prepare((db: Db, id: number) =>
    db.selectFrom('ops.migrations').select('id').where('id', '=', id),
  )
  const kept = async (way: string) => {
    const url = `${bench.appUrl}${bench.appUrl.includes('?') ? '&' : '?'}${way}`
    const { db, pool, close } = connect(url, { max: 1 })
    expect(await read(db, 1)).toEqual([{ id: 1 }])
    // As a library does it.
    await pool.query({ name: 'own', text: 'select 1' })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements`.execute(db)
    await close()
    return rows[0]?.count
  }
  expect(await kept('prepare=on')).toBe(2)
  expect(await kept('prepare=off')).toBe(0)
})
