import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench, type Bench } from '../../test/worker.ts'
import type { Db } from './connect.ts'
import { prepare, prepareLast, prepareRead } from './prepared.ts'
import { inSavepoint } from './transactions.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('puts each argument where it belongs, every time, and keeps what is fixed', async () => {
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

test('gives undefined when there is no row', async () => {
  const read = prepareRead((db: Db, id: number) =>
    db.selectFrom('ops.migrations').select('id').where('id', '=', id),
  )
  expect(await read(bench.context.db, 1)).toEqual({ id: 1 })
  expect(await read(bench.context.db, 9_999)).toBeUndefined()
})

test('puts each part of a record where it belongs', async () => {
  const read = prepareRead((db: Db, { a, b }: { a: string; b: number }) =>
    db.selectNoFrom([sql<number>`${b}::int`.as('second'), sql<string>`${a}::text`.as('first')]),
  )
  expect(await read(bench.context.db, { a: 'x', b: 1 })).toEqual({ first: 'x', second: 1 })
  expect(await read(bench.context.db, { b: 2, a: 'y' })).toEqual({ first: 'y', second: 2 })
})

const divide = prepare(
  (_: Db, by: number) => sql<{ result: number }>`select 1 / ${by}::int as result`,
)
const keep = prepare(
  (_: Db, key: string) => sql`insert into ops.rate_limits (key, points) values (${key}, 1)`,
)
const keepLast = prepareLast(
  (_: Db, key: string, points: number) =>
    sql`insert into ops.rate_limits (key, points) values (${key}, ${points}::int)`,
)
const isKept = prepareRead(
  (_: Db, key: string) => sql<{ key: string }>`select key from ops.rate_limits where key = ${key}`,
)

test('of statements that are started together the first that fails says why, and nothing is kept', async () => {
  const write = bench.write((tx) =>
    Promise.all([keep(tx, 'before'), divide(tx, 0), keep(tx, 'behind')]),
  )
  await expect(write).rejects.toThrow('division by zero')
  expect(await isKept(bench.context.db, 'before')).toBeUndefined()
  expect(await isKept(bench.context.db, 'behind')).toBeUndefined()
})

/** How many of these were kept, and by how many statements. */
async function kept(keys: readonly string[]) {
  const { rows } = await bench.owner.query<{ keys: number; statements: number }>(
    `select count(*)::int as keys, count(distinct (xmin::text, cmin::text))::int as statements
     from ops.rate_limits where key = any ($1)`,
    [keys],
  )
  return rows[0]
}

test('writes that are left to the commit are one statement, each with its own values', async () => {
  await bench.write(async (tx) => {
    await keepLast(tx, 'one', 1)
    await keepLast(tx, 'two', 2)
    expect(await isKept(tx, 'one')).toBeUndefined()
    await keepLast(tx, 'three', 3)
  })
  expect(await kept(['one', 'two', 'three'])).toEqual({ keys: 3, statements: 1 })
  const { rows } = await bench.owner.query<{ points: number }>(
    `select points from ops.rate_limits where key in ('one', 'two', 'three') order by points`,
  )
  expect(rows.map(({ points }) => points)).toEqual([1, 2, 3])
})

test('of very many some leave before', async () => {
  const keys = Array.from({ length: 30 }, (_, i) => `many-${i}`)
  await bench.write(async (tx) => {
    for (const key of keys) await keepLast(tx, key, 1)
  })
  expect(await kept(keys)).toEqual({ keys: 30, statements: 3 })
})

test('a write that is left to the commit and fails takes the transaction with it', async () => {
  const write = bench.write(async (tx) => {
    await keep(tx, 'alone')
    await keepLast(tx, 'twice', 1)
    await keepLast(tx, 'twice', 2)
  })
  await expect(write).rejects.toMatchObject({ constraint: 'rate_limits_pkey' })
  expect(await kept(['alone', 'twice'])).toMatchObject({ keys: 0 })
})

test('of a part that fails nothing is left to the commit, of what was before it everything', async () => {
  await bench.write(async (tx) => {
    await keepLast(tx, 'before the part', 1)
    const part = inSavepoint(tx, async () => {
      await keepLast(tx, 'in the part', 1)
      throw new Error('no')
    })
    await expect(part).rejects.toThrow('no')
    await keepLast(tx, 'after the part', 1)
  })
  expect(await kept(['before the part', 'in the part', 'after the part'])).toMatchObject({
    keys: 2,
  })
  expect(await isKept(bench.context.db, 'in the part')).toBeUndefined()
})
