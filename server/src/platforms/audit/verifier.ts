import type { Db } from '../../database/connect.ts'
import { genesis, sealHash } from './canonical.ts'
import { countUnsealed, listSeals, type Head } from './seal-queries.ts'

const pageSize = 500
/** How long an event may wait for its seal. */
const graceMs = 60_000

/** The first thing wrong with a chain, at the place where it shows. */
type Fault = {
  seq: number
  problem: 'seal missing' | 'event missing' | 'event or seal changed' | 'event not sealed in time'
}

export type Verdict = {
  /** The newest seal up to which the chain is whole. */
  head: Head | undefined
  /** Events not sealed yet. */
  pending: number
  fault: Fault | undefined
}

/**
 * Works the hashes of a chain out again and compares; reads it in pages, so that memory stays flat
 * however long it is. Sees what `db` may see: it must see the whole chain. Throws the reason of
 * `signal` once that is aborted.
 */
export async function verifyChain(
  db: Db,
  chain: string,
  at: Date,
  signal?: AbortSignal,
): Promise<Verdict> {
  const recent = {
    from: new Date(at.getTime() - graceMs),
    // Another server's clock may be ahead; an event of next year is not recent.
    to: new Date(at.getTime() + graceMs),
  }
  const { pending, overdue } = await countUnsealed(db, chain, recent)
  let head: Head | undefined
  for (;;) {
    signal?.throwIfAborted()
    const seals = await listSeals(db, chain, head?.seq ?? 0, pageSize)
    for (const { event, ...seal } of seals) {
      const seq = (head?.seq ?? 0) + 1
      const problem = problemOf(seal, event, { seq, prev: head?.hash ?? genesis })
      if (problem) return { head, pending, fault: { seq, problem } }
      head = seal
    }
    if (seals.length < pageSize) break
  }
  const late = { seq: (head?.seq ?? 0) + 1, problem: 'event not sealed in time' } as const
  return { head, pending, fault: overdue > 0 ? late : undefined }
}

type Row = Awaited<ReturnType<typeof listSeals>>[number]

function problemOf(
  seal: Omit<Row, 'event'>,
  event: Row['event'],
  expected: { seq: number; prev: Buffer },
): Fault['problem'] | undefined {
  if (seal.seq !== expected.seq) return 'seal missing'
  if (!event) return 'event missing'
  const isWhole =
    seal.prev.equals(expected.prev) && seal.hash.equals(sealHash(expected.prev, event))
  return isWhole ? undefined : 'event or seal changed'
}
