import { createHash, createHmac } from 'node:crypto'
import type { Route } from '@stowage/contract/route'
import { z } from 'zod'
import { sendWithCommit, type Db, type Tx } from '../database/connect.ts'
import { isUnavailable } from '../database/transactions.ts'
import { fail, failField } from '../errors.ts'
import { defineJob, sweep } from '../jobs/queue.ts'
import type { Actor } from './actor.ts'
import { findReply, deleteExpiredReplies, saveReply, type Key } from './idempotency-queries.ts'

const dayInMs = 86_400_000
const keyPattern = /^[\x20-\x7E]{8,200}$/

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** `said` is the complete input: subject, query and body. */
type Attempt = { actor: Actor; route: Route; key: string | string[]; said: unknown }
/** Opens the transaction of the request. */
type Open<R> = (work: (tx: Tx) => Promise<R>) => Promise<R>
/** Called when the reply is a replay. */
type OnRepeat = () => void

/**
 * Runs `work` once per caller, route and key within a day. A retry with the same input gets the
 * first reply, one with another input fails with a conflict. The reply is saved in the transaction
 * of the work, so one of several concurrent attempts succeeds and a failed attempt leaves nothing.
 * Because most attempts are the first, no check precedes the work: a retry runs it and is rolled
 * back.
 */
export async function once<T>(
  { dbs, open, onRepeat }: { dbs: readonly Db[]; open: Open<T>; onRepeat: OnRepeat },
  attempt: Attempt,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { at } = attempt.actor
  const key = keyOf(attempt)
  try {
    return await open(async (tx) => {
      const result = await work(tx)
      const kept = { ...key, createdAt: at, expiresAt: new Date(at.getTime() + dayInMs) }
      sendWithCommit(saveReply(tx, { ...kept, reply: JSON.stringify(result) }))
      return result
    })
  } catch (error) {
    const first = await findFirst(dbs, key, at)
    if (!first) throw error
    if (!first.bodyHash.equals(key.bodyHash)) fail('idempotency_conflict')
    onRepeat()
    return first.reply as T
  }
}

/** Where there are several databases, one that is down is left out. */
async function findFirst([db, ...others]: readonly Db[], key: Key, at: Date) {
  const found = db && (await findReply(db, key, at))
  for (const other of found ? [] : others) {
    const reply = await findReply(other, key, at).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
    })
    if (reply) return reply
  }
  return found
}

function keyOf({ actor, route, key, said }: Attempt): Key {
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    failField('Idempotency-Key', 'Idempotency-Key must be 8 to 200 printable characters')
  }
  return {
    caller: `${actor.type}:${actor.id}`,
    // The same route on two platforms counts as two.
    route: `${route.method} ${route.path} ${actor.platform?.id ?? ''}`,
    keyHash: sha256(key),
    // Keyed with the idempotency key, which is not stored. A plain hash could reveal a password in
    // the body.
    bodyHash: createHmac('sha256', key).update(JSON.stringify(said)).digest(),
  }
}

/** Deletes expired replies, once a day. */
export const forgetAnswers = defineJob({
  name: 'forget-answers',
  payload: z.object({}),
  options: { ...sweep, expireInSeconds: 120 },
  run: ({ write, clock }) => write((tx) => deleteExpiredReplies(tx, clock.now())),
})
