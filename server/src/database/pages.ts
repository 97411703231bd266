import { sql, type Expression, type SelectQueryBuilder } from 'kysely'
import { z } from 'zod'
import { fail } from '../errors.ts'
import { readByKeys } from './by-keys.ts'
import type { Db } from './connect.ts'
import { runAtOnce } from './prepared.ts'
import { countOnce } from './totals.ts'

/** A list is counted exactly up to here, because people miss totals and exact ones cost the most. */
const mostCounted = 10_000

const kinds = {
  uuid: z.uuid(),
  whole: z.string().regex(/^-?\d{1,19}$/),
  text: z.string(),
  /** As PostgreSQL writes it: a Date would lose the microseconds that tell two rows apart. */
  moment: z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:?\d\d)?$/),
}

type Key<Row> = {
  /** The column, as the query names it. */
  column: string
  kind: keyof typeof kinds
  /** Its value in a row, as text. */
  of: (row: Row) => string
}

export type PageRequest = {
  limit: number
  cursor?: string | undefined
  count?: 'all' | 'none' | undefined
}

export type Page<Row> = {
  items: Row[]
  next: string | null
  previous: string | null
  total: number | null
  capped: boolean
}

/**
 * One page of `query`, which must neither order nor limit. `keys` are the columns of the order, all in
 * one direction, the last of them unique. `counted` has a row for each of its rows and none of what
 * only a shown one needs. Fails with `validation_failed` for a cursor we never gave.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  keys: readonly Key<Row>[],
  { limit, cursor, count }: PageRequest,
  { isDescending = false, counted }: { isDescending?: boolean; counted?: Countable } = {},
): Promise<Page<Row>> {
  const from = cursor === undefined ? undefined : readCursor(cursor, keys)
  const isBackward = from?.isBackward ?? false
  // Read backwards from the cursor, a list that falls rises.
  const falls = isDescending !== isBackward
  const columns = sql.join(keys.map(({ column }) => sql.ref(column)))
  const than = sql.raw(falls ? '<' : '>')
  const leading = keys[0]
  const wanted =
    from && leading
      ? query
          .where(sql<boolean>`(${columns}) ${than} (${sql.join(from.values)})`)
          // Says nothing new, but an index finds the place by it where the keys are of several tables.
          .where(sql<boolean>`${sql.ref(leading.column)} ${than}= ${from.values[0]}`)
      : query
  const ordered = keys.reduce(
    (ordering, { column }) => ordering.orderBy(sql.ref(column), falls ? 'desc' : 'asc'),
    wanted,
  )
  const rowsToCount = counted ?? (query.clearSelect().select(sql`1`.as('one')) as Countable)
  const [, found, total] = await Promise.all([
    readByKeys(db),
    runAtOnce(db, ordered.limit(limit + 1)) as Promise<Row[]>,
    countRows(db, rowsToCount, count),
  ])
  const hasMore = found.length > limit
  const rows = found.slice(0, limit)
  if (isBackward) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const comesAfter = isBackward ? from !== undefined : hasMore
  const comesBefore = isBackward ? hasMore : from !== undefined
  return {
    items: rows,
    next: last && comesAfter ? writeCursor(last, keys, false) : null,
    previous: first && comesBefore ? writeCursor(first, keys, true) : null,
    ...total,
  }
}

/** A query of which only the number of its rows is asked. */
type Countable = Expression<unknown> & { limit(most: number): Expression<unknown> }

async function countRows(
  db: Db,
  rows: Countable,
  count: PageRequest['count'],
): Promise<{ total: number | null; capped: boolean }> {
  if (count === 'none') return { total: null, capped: false }
  const some = count === 'all' ? rows : rows.limit(mostCounted + 1)
  const counting = sql<{ total: string }>`select count(*) as total from ${some} as counted`
  const built = counting.compile(db)
  const found = async () => Number((await runAtOnce(db, { compile: () => built }))[0]?.total)
  if (count === 'all') return { total: await found(), capped: false }
  const total = await countOnce(mostCounted, [built.sql, built.parameters], found)
  return { total: Math.min(total, mostCounted), capped: total > mostCounted }
}

const writeCursor = <Row>(row: Row, keys: readonly Key<Row>[], isBackward: boolean) =>
  Buffer.from(JSON.stringify([isBackward ? 'b' : 'f', ...keys.map((key) => key.of(row))])).toString(
    'base64url',
  )

const anyCursor = z.tuple([z.enum(['f', 'b'])], z.string())

function readCursor(text: string, keys: readonly Key<never>[]) {
  const parsed = anyCursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  const [direction, ...values] = parsed.data ?? ['f' as const]
  const fits =
    values.length === keys.length &&
    keys.every(({ kind }, i) => kinds[kind].safeParse(values[i]).success)
  if (!fits) {
    const message = 'This is no place in the list'
    fail('validation_failed', { message, details: [{ path: 'cursor', message }] })
  }
  return { isBackward: direction === 'b', values }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
