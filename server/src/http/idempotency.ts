import { createHash, createHmac } from 'node:crypto'
import type { Route } from '@stowage/contract/route'
import { z } from 'zod'
import { withCommit, type Db, type Tx } from '../database/connect.ts'
import { fail } from '../errors.ts'
import { defineJob, sweep } from '../jobs/queue.ts'
import type { Actor } from './actor.ts'
import { claimKey, findReply, forgetReplies, keepReply } from './idempotency-queries.ts'

const dayInMs = 86_400_000
const keyPattern = /^[\x20-\x7E]{8,200}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** `said` is all that is asked, of what and with what content. */
type Attempt = { actor: Actor; route: Route; key: string | string[]; said: unknown }
/** Opens the transaction of the request. */
type Open = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>

/** Ends the transaction of a repeat, whose answer is there already. */
class Repeated extends Error {}

/**
 * Runs `work` once per caller, route and key within a day; a repeat that says the same gets the
 * first answer, one that says something else is a conflict. The key row is written in the
 * transaction of the work itself: a concurrent repeat waits on it, and a failed attempt leaves
 * nothing behind. Nearly every attempt is the first, so the work does not wait to hear that it is:
 * what a repeat has done is undone.
 */
export async function once<T>(
  { db, open }: { db: Db; open: Open },
  attempt: Attempt,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { id, bodyHash } = claimOf(attempt)
  const { at } = attempt.actor
  const claim = { ...id, bodyHash, createdAt: at, expiresAt: new Date(at.getTime() + dayInMs) }
  try {
    return await open(async (tx) => {
      // Both are waited for: nothing may be on its way when the transaction ends.
      const [claimed, done] = await Promise.allSettled([claimKey(tx, claim), work(tx)])
      if (claimed.status === 'rejected') throw claimed.reason
      if (!claimed.value) throw new Repeated()
      if (done.status === 'rejected') throw done.reason
      const result = done.value
      await withCommit(() => keepReply(tx, id, result))
      return result
    })
  } catch (error) {
    if (!(error instanceof Repeated)) throw error
    const first = await findReply(db, id)
    if (!first?.bodyHash.equals(bodyHash)) fail('idempotency_conflict')
    return first.reply as T
  }
}

function claimOf({ actor, route, key, said }: Attempt) {
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    const message = 'Idempotency-Key must be 8 to 200 printable characters'
    fail('validation_failed', { message, details: [{ path: 'Idempotency-Key', message }] })
  }
  const id = {
    caller: `${actor.type}:${actor.id}`,
    // The same route on two platforms is two routes.
    route: `${route.method} ${route.path} ${actor.platform?.id ?? ''}`,
    keyHash: sha256(key),
  }
  // Keyed with what is not stored: a body may hold a password, which a bare hash would give away.
  return { id, bodyHash: createHmac('sha256', key).update(JSON.stringify(said)).digest() }
}

/** Clears away, once a day, what `once` kept for a day. */
export const forgetAnswers = defineJob({
  name: 'forget-answers',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) => write((tx) => forgetReplies(tx, clock.now())),
})
