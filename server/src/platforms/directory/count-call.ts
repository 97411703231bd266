import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction, isMoved } from '../../database/transactions.ts'
import { addCalls, findCalls } from './usage-queries.ts'

type Part = Pick<Context, 'db' | 'log'>
/** Calls counted in this process but not yet stored, by platform and month. */
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
 * Counts one call of a member. Stored every ten seconds, because a write per call would cost more
 * than the call. A killed process loses at most that much.
 */
export function countCall(context: Part, platformId: string, at: Date): void {
  const counting = countingOf(context)
  const key = `${platformId} ${monthOf(at)}`
  counting.waiting.set(key, (counting.waiting.get(key) ?? 0) + 1)
  counting.timer ??= setTimeout(() => void flushCalls(context), flushMs).unref()
}

/** Stores the counted calls. On failure they are kept for the next attempt. */
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
      // Its other database counts from now on.
      if (isMoved(error)) continue
      context.log.warn({ err: error, platformId }, 'Calls could not be counted')
      counting.waiting.set(key, (counting.waiting.get(key) ?? 0) + calls)
    }
  }
}

/** Returns the month's calls of members, including those not yet stored. */
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
