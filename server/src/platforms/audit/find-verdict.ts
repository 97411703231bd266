import type { audit } from '@stowage/contract/platforms/audit'
import type { Reply } from '@stowage/contract/route'
import type { Db } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import { limitStatements } from '../../database/transactions.ts'
import { verifyChain } from './verify-log.ts'

const patienceMs = 10_000
const keptMs = 60_000

type Answer = Reply<typeof audit.verify>
type CachedAnswer = { answer: Promise<Answer>; at: Date }
/** Results by platform, and the last started check. */
type Memory = { kept: Map<string, CachedAnswer>; last: Promise<unknown> }

// Cached per database handle, because tests run several databases in one process.
const memories = new WeakMap<Db, Memory>()

/**
 * Returns whether the log of a platform is intact. Checked at most once a minute per platform and
 * one platform at a time, because a check reads the whole log. `read` opens a transaction that can
 * read the log. Fails with `unavailable` after ten seconds.
 */
export async function findVerdict(
  db: Db,
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  platformId: string,
  at: Date,
): Promise<Answer> {
  const memory = memories.get(db) ?? {
    kept: new Map<string, CachedAnswer>(),
    last: Promise.resolve(),
  }
  memories.set(db, memory)
  for (const [id, { at: since }] of memory.kept)
    if (Math.abs(at.getTime() - since.getTime()) >= keptMs) memory.kept.delete(id)
  const known = memory.kept.get(platformId)
  if (known) return known.answer

  const signal = AbortSignal.timeout(patienceMs)
  const answer = memory.last
    .then(() => read((inside) => verify(inside, platformId, at, signal)))
    .catch((error: unknown) => {
      memory.kept.delete(platformId)
      if (signal.aborted) fail('unavailable', { retryAfter: keptMs / 1000 })
      throw error
    })
  memory.last = answer.catch(() => {})
  memory.kept.set(platformId, { answer, at })
  return answer
}

async function verify(db: Db, platformId: string, at: Date, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted()
  await limitStatements(db, patienceMs)
  const { head, pending, fault } = await verifyChain(db, platformId, at, { signal })
  return {
    platformId,
    ok: !fault,
    head: head ? { seq: head.seq, hash: head.hash.toString('hex') } : null,
    pending,
    firstBadSeq: fault?.seq ?? null,
    checkedAt: at.toISOString(),
  }
}
