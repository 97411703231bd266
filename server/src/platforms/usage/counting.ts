import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { addCalls, findCalls } from './queries.ts'

type Part = Pick<Context, 'db' | 'log'>
/** Of one process: what it has not written down yet, by platform and month, and when it will. */
type Counting = { waiting: Map<string, number>; timer: NodeJS.Timeout | undefined }

const counted = new WeakMap<object, Counting>()
const flushMs = 10_000

const monthOf = (at: Date) => `${at.toISOString().slice(0, 7)}-01`

function countingOf({ db }: Part): Counting {
  const found = counted.get(db) ?? { waiting: new Map<string, number>(), timer: undefined }
  counted.set(db, found)
  return found
}

/**
 * Counts one call of a member. A row for every call would cost more than the call, so a process
 * keeps count and writes it down every ten seconds; one that is killed loses as much.
 */
export function countCall(context: Part, platformId: string, at: Date): void {
  const counting = countingOf(context)
  const key = `${platformId} ${monthOf(at)}`
  counting.waiting.set(key, (counting.waiting.get(key) ?? 0) + 1)
  counting.timer ??= setTimeout(() => void flushCalls(context), flushMs).unref()
}

/** Writes down what was counted so far. What cannot be written now is kept for the next time. */
export async function flushCalls(context: Part): Promise<void> {
  const counting = countingOf(context)
  clearTimeout(counting.timer)
  counting.timer = undefined
  const { waiting } = counting
  counting.waiting = new Map()
  for (const [key, calls] of waiting) {
    const [platformId = '', month = ''] = key.split(' ')
    try {
      await inTransaction(context.db, { platformId }, (tx) =>
        addCalls(tx, platformId, month, calls),
      )
    } catch (error) {
      context.log.warn({ err: error, platformId }, 'Calls could not be counted')
      counting.waiting.set(key, (counting.waiting.get(key) ?? 0) + calls)
    }
  }
}

/** Calls of members this month, with those this process still keeps. */
export async function callsOfMonth(
  { db: pool, log }: Part,
  db: Db,
  platformId: string,
  at: Date,
): Promise<number> {
  const { waiting } = countingOf({ db: pool, log })
  return (
    (await findCalls(db, platformId, monthOf(at))) +
    (waiting.get(`${platformId} ${monthOf(at)}`) ?? 0)
  )
}
