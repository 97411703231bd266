import { createHash, createHmac } from 'node:crypto'
import type { Route } from '@stowage/contract/route'
import { z } from 'zod'
import { withCommit, type Tx } from '../database/connect.ts'
import { fail } from '../errors.ts'
import { defineJob, sweep } from '../jobs/queue.ts'
import type { Actor } from './actor.ts'
import { claimKey, findReply, forgetReplies, keepReply } from './idempotency-queries.ts'

const dayInMs = 86_400_000
const keyPattern = /^[\x20-\x7E]{8,200}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** `said` is all that is asked, of what and with what content. */
type Attempt = { actor: Actor; route: Route; key: string | string[]; said: unknown }

/**
 * Runs `work` once per caller, route and key within a day; a repeat that says the same gets the
 * first answer, one that says something else is a conflict. The key row is written in the
 * transaction of the work itself: a concurrent repeat waits on it, and a failed attempt leaves
 * nothing behind.
 */
export async function once<T>(tx: Tx, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const { actor, route, key, said } = attempt
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
  const bodyHash = createHmac('sha256', key).update(JSON.stringify(said)).digest()
  const claimed = await claimKey(tx, {
    ...id,
    bodyHash,
    createdAt: actor.at,
    expiresAt: new Date(actor.at.getTime() + dayInMs),
  })
  if (!claimed) {
    const first = await findReply(tx, id)
    if (!first?.bodyHash.equals(bodyHash)) fail('idempotency_conflict')
    return first.reply as T
  }
  const result = await work()
  await withCommit(() => keepReply(tx, id, result))
  return result
}

/** Clears away, once a day, what `once` kept for a day. */
export const forgetAnswers = defineJob({
  name: 'forget-answers',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) => write((tx) => forgetReplies(tx, clock.now())),
})
