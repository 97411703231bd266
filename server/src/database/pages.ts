import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Sort } from '@stowage/contract/lists'
import { z } from 'zod'
import { failField } from '../errors.ts'
import { readAsWritten, readByKeys, readByPlans } from './by-keys.ts'
import type { Db } from './connect.ts'
import { runPipelined, runPrepared } from './prepared.ts'
import { countOnce } from './totals.ts'

/** Counts are exact up to here, because larger counts are slow. */
const maxCounted = 10_000

/** Rows of a page if nothing else is asked for. */
const usualLimit = 50

/** Refuses integers out of range, so a forged cursor does not cause a database error. */
const integerOf = (bits: number) => (text: string) =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(bits, BigInt(text)) === BigInt(text)

/** As text from PostgreSQL, because a Date would lose microseconds. */
const moment =
  /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)([+-](?:0\d|1[0-4]))(:[0-5]\d)?$/
const isMoment = (text: string) => {
  const [, day, time, hours, minutes = ':00'] = moment.exec(text) ?? []
  return z.iso.datetime({ offset: true }).safeParse(`${day}T${time}${hours}${minutes}`).success
}

const kinds = {
  uuid: z.uuid(),
  whole: z.string().refine(integerOf(64)),
  /** For 32-bit columns. */
  int: z.string().refine(integerOf(32)),
  text: z.string().refine((text) => text.isWellFormed() && !text.includes('\0')),
  moment: z.string().refine(isMoment),
  day: z.iso.date(),
}

/** A column of an order, as named in the query. A moment is read for the cursor only, in microseconds, which a Date has not. */
export type Key<Row> =
  | { column: string; kind: 'moment' }
  | {
      column: string
      kind: Exclude<keyof typeof kinds, 'moment'>
      /** Returns its value in a row, as text. */
      of: (row: Row) => string
    }

/** The sort order of a list. */
export type Order<Row> = {
  /** The sort parameter. A cursor is valid for this order only. */
  sort: string
  /** The sort columns, all in one direction. The last is unique, none is null. */
  keys: readonly Key<Row>[]
}

/** Returns the requested order, descending if it starts with a minus sign. */
export const orderOf = <Row, By extends string>(
  sort: Sort<By>,
  orders: Record<By, readonly Key<NoInfer<Row>>[]>,
): Order<Row> => ({ sort, keys: orders[sort.replace('-', '') as By] })

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
 * Returns one page of `query`, which must not order or limit. `counted` is a cheaper query with the
 * same number of rows. With `hasIndex`, an index finds the rows in this order whatever the values are: a first page
 * of the usual length is then planned once per connection. With `isWritten`, tables are joined in the order in which they are
 * written. With `isSummed`, all is read to make the few rows there are, joined however that is fastest. Fails with `validation_failed` for a cursor that does not
 * belong to this order.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order<Row>,
  { limit, cursor, count }: PageRequest,
  {
    counted,
    hasIndex = false,
    isWritten = false,
    isSummed = false,
  }: { counted?: Countable; hasIndex?: boolean; isWritten?: boolean; isSummed?: boolean } = {},
): Promise<Page<Row>> {
  const { sort, keys } = order
  const from = cursor === undefined ? undefined : readCursor(cursor, order)
  const isBackward = from?.isBackward ?? false
  // Backward reading reverses the direction.
  const falls = sort.startsWith('-') !== isBackward
  const than = sql.raw(falls ? '<' : '>')
  const beyond = (compared: RawBuilder<unknown>, some: readonly Key<Row>[]) => {
    const columns = sql.join(some.map(({ column }) => sql.ref(column)))
    return sql<boolean>`(${columns}) ${compared} (${sql.join(from?.values.slice(0, some.length) ?? [])})`
  }
  const moment = keys.find(({ kind }) => kind === 'moment')
  const read = moment
    ? query.select(sql<string>`${sql.ref(moment.column)}::text`.as(cursorMoment))
    : query
  const wanted = from
    ? read
        .where(beyond(than, keys))
        // Redundant, but lets an index find the start when the keys are of several tables.
        .where(beyond(sql`${than}=`, leadingOf(keys)))
    : read
  const ordered = keys.reduce(
    (ordering, { column }) => ordering.orderBy(sql.ref(column), falls ? 'desc' : 'asc'),
    wanted,
  )
  const isUsual = hasIndex && !from && limit === usualLimit
  const restrict = isUsual ? readByPlans : isWritten ? readAsWritten : readByKeys
  const rowsToCount = counted ?? (query.clearSelect().select(sql`1`.as('one')) as Countable)
  const [, found, total] = await Promise.all([
    isSummed ? undefined : restrict(db),
    // A plan for any limit would read a tenth of the table.
    (isUsual
      ? runPrepared(db, ordered.limit(sql.lit(usualLimit + 1)))
      : runPipelined(db, ordered.limit(limit + 1))) as Promise<(Row & Timed)[]>,
    countRows(db, rowsToCount, count),
  ])
  const hasMore = found.length > limit
  const rows = found.slice(0, limit)
  if (isBackward) rows.reverse()
  const [first, last] = [rows[0], rows.at(-1)]
  const comesAfter = isBackward ? from !== undefined : hasMore
  const comesBefore = isBackward ? hasMore : from !== undefined
  const withoutMoment = ({ [cursorMoment]: _, ...row }: Row & Timed) => row as Row
  return {
    items: moment ? rows.map(withoutMoment) : rows,
    next: last && comesAfter ? writeCursor(last, order, 'f') : null,
    previous: first && comesBefore ? writeCursor(first, order, 'b') : null,
    ...total,
  }
}

const cursorMoment = 'cursorMoment'
/** A row of a page that a moment sorts. */
type Timed = { [cursorMoment]?: string }

const tableOf = ({ column }: Pick<Key<never>, 'column'>) => column.split('.')[0]

/**
 * Returns the keys of the first table if there are several, otherwise the first key, because all
 * keys may come from a view.
 */
function leadingOf<Row>(keys: readonly Key<Row>[]): readonly Key<Row>[] {
  const [first] = keys
  const end = keys.findIndex((key) => first && tableOf(key) !== tableOf(first))
  return keys.slice(0, Math.max(1, end))
}

/** A query whose rows are only counted. */
type Countable = Expression<unknown> & { limit(most: number): Expression<unknown> }

async function countRows(
  db: Db,
  rows: Countable,
  count: PageRequest['count'],
): Promise<{ total: number | null; capped: boolean }> {
  if (count === 'none') return { total: null, capped: false }
  const some = count === 'all' ? rows : rows.limit(maxCounted + 1)
  const counting = sql<{ total: string }>`select count(*) as total from ${some} as counted`
  const built = counting.compile(db)
  const found = async () => Number((await runPipelined(db, { compile: () => built }))[0]?.total)
  if (count === 'all') return { total: await found(), capped: false }
  const total = await countOnce(maxCounted, [built.sql, built.parameters], found)
  return { total: Math.min(total, maxCounted), capped: total > maxCounted }
}

function writeCursor<Row>(row: Row & Timed, { sort, keys }: Order<Row>, direction: 'f' | 'b') {
  const values = keys.map((key) => (key.kind === 'moment' ? row[cursorMoment] : key.of(row)))
  return Buffer.from(JSON.stringify([direction, sort, ...values])).toString('base64url')
}

const anyCursor = z.tuple([z.enum(['f', 'b']), z.string()], z.string())

function readCursor(text: string, { sort, keys }: Order<never>) {
  const parsed = anyCursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  const [direction, sorted, ...values] = parsed.data ?? []
  if (sorted !== undefined && sorted !== sort)
    failField('cursor', 'This page belongs to another order of the list. Start over.')
  const fits =
    direction !== undefined &&
    values.length === keys.length &&
    keys.every(({ kind }, i) => kinds[kind].safeParse(values[i]).success)
  if (!fits) failField('cursor', 'This page of the list is not available. Start over.')
  return { isBackward: direction === 'b', values }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
