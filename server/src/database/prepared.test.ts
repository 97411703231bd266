import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench, type Bench } from '../../test/worker.ts'
import type { Db } from './connect.ts'
import { prepareRead } from './prepared.ts'

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
