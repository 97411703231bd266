import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBench, type Bench } from '../../../test/worker.ts'
import type { Db } from '../../database/connect.ts'
import { prepareWrite } from '../../database/prepared.ts'
import { runBatch } from './run-batch.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

type Item = { key: string; points: string }

const insert = prepareWrite(
  (_: Db, key: string, points: string) =>
    sql`insert into ops.rate_limits (key, points) values (${key}, ${points}::bigint::int)`,
)

const keysLike = async (prefix: string) => {
  const text = 'select key from ops.rate_limits where key like $1 order by key'
  const { rows } = await bench.owner.query<{ key: string }>(text, [`${prefix}%`])
  return rows.map(({ key }) => key)
}

const send = (mode: 'valid_items' | 'all_or_nothing', items: readonly Item[]) =>
  bench.write((tx) =>
    runBatch(
      tx,
      { mode, items },
      {
        async apply({ key, points }) {
          await insert(tx, key, points)
          return key
        },
      },
    ),
  )

const tooMuch = '99999999999'
const itemsOf = (prefix: string, ...points: string[]) =>
  points.map((each, i) => ({ key: `${prefix}${i}`, points: each }))

test('a write that is refused is refused with its own item', async () => {
  const { results } = await send('valid_items', itemsOf('some-', '1', tooMuch, '3', tooMuch))
  expect(results).toMatchObject([
    { index: 0, status: 'ok', id: 'some-0' },
    { index: 1, status: 'error', code: 'amount_too_large' },
    { index: 2, status: 'ok', id: 'some-2' },
    { index: 3, status: 'error', code: 'amount_too_large' },
  ])
  expect(await keysLike('some-')).toEqual(['some-0', 'some-2'])
})

test('of all or nothing the same refusal leaves nothing', async () => {
  const reply = await send('all_or_nothing', itemsOf('all-', '1', '2', tooMuch))
  expect(reply).toMatchObject({
    applied: 0,
    failed: 1,
    results: [{ status: 'skipped' }, { status: 'skipped' }, { index: 2, status: 'error' }],
  })
  expect(await keysLike('all-')).toEqual([])
})
