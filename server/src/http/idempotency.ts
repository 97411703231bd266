import { createHash, createHmac } from 'node:crypto'
import type { Route } from '@stowage/contract/route'
import { z } from 'zod'
import type { Db, Tx } from '../database/connect.ts'
import { fail, failField } from '../errors.ts'
import { defineJob, sweep } from '../jobs/queue.ts'
import type { Actor } from './actor.ts'
import { findReply, forgetReplies, keepReply, type Key } from './idempotency-queries.ts'

const dayInMs = 86_400_000
const keyPattern = /^[\x20-\x7E]{8,200}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** `said` is all that is asked, of what and with what content. */
type Attempt = { actor: Actor; route: Route; key: string | string[]; said: unknown }
/** Opens the transaction of the request. */
type Open = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>
/** Hears that the answer is an earlier one. */
type OnRepeat = () => void

/**
 * Runs `work` once per caller, route and key within a day; a repeat that says the same gets the
 * first answer, one that says something else is a conflict. The answer is the last write of the
 * transaction of the work itself: of several attempts at once one keeps its answer, and a failed
 * attempt leaves nothing behind. Nearly every attempt is the first, so nobody asks beforehand:
 * what a repeat has done is undone, whether it failed at the key or found its work done already.
 */
export async function once<T>(
  { db, open, onRepeat }: { db: Db; open: Open; onRepeat: OnRepeat },
  attempt: Attempt,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { at } = attempt.actor
  const key = keyOf(attempt)
  try {
    return await open(async (tx) => {
      const result = await work(tx)
      const kept = { ...key, createdAt: at, expiresAt: new Date(at.getTime() + dayInMs) }
      await keepReply(tx, { ...kept, reply: JSON.stringify(result) })
      return result
    })
  } catch (error) {
    const first = await findReply(db, key, at)
    if (!first) throw error
    if (!first.bodyHash.equals(key.bodyHash)) fail('idempotency_conflict')
    onRepeat()
    return first.reply as T
  }
}

function keyOf({ actor, route, key, said }: Attempt): Key {
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    failField('Idempotency-Key', 'Idempotency-Key must be 8 to 200 printable characters')
  }
  return {
    caller: `${actor.type}:${actor.id}`,
    // The same route on two platforms is two routes.
    route: `${route.method} ${route.path} ${actor.platform?.id ?? ''}`,
    keyHash: sha256(key),
    // Keyed with what is not stored: a body may hold a password, which a bare hash would give away.
    bodyHash: createHmac('sha256', key).update(JSON.stringify(said)).digest(),
  }
}

/** Clears away, once a day, what `once` kept for a day. */
export const forgetAnswers = defineJob({
  name: 'forget-answers',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) => write((tx) => forgetReplies(tx, clock.now())),
})
