import type { Db } from '../../database/connect.ts'
import { genesis, sealHash } from './seal-hash.ts'
import { countUnsealed, listSeals, type Head, listChains } from './chain-queries.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transactions.ts'
import { sealWaiting } from './seal-waiting.ts'

const pageSize = 500
/** Milliseconds an event may wait for its seal. */
const graceMs = 60_000

/** The first problem of a chain and where it was found. */
type Fault = {
  seq: number
  problem: 'seal missing' | 'event missing' | 'event or seal changed' | 'event not sealed in time'
}

export type Verdict = {
  /** The newest seal up to which the chain is intact. */
  head: Head | undefined
  /** Number of unsealed events. */
  pending: number
  fault: Fault | undefined
}

type Options = {
  signal?: AbortSignal
  /** The head of a check that found nothing. Only what follows it is checked. */
  from?: Head | undefined
}

/**
 * Recomputes and compares the hashes of a chain, page by page to limit memory. `db` must be able to
 * read the whole chain. Throws the reason of `signal` once it is aborted.
 */
export async function verifyChain(
  db: Db,
  chain: string,
  at: Date,
  { signal, from }: Options = {},
): Promise<Verdict> {
  const recent = {
    from: new Date(at.getTime() - graceMs),
    // Another server's clock may be ahead, but an event of next year is not recent.
    to: new Date(at.getTime() + graceMs),
  }
  const { pending, overdue } = await countUnsealed(db, chain, recent)
  let head = from
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

/**
 * Verifies one chain, or in turn all chains that are not among `copies`. Seals pending events first, so the log of a killed
 * server is complete. `db` has the role `stowage_sealer`, which can read all events.
 */
export async function* verifyLog(
  db: Db,
  { log, clock }: Pick<Context, 'log' | 'clock'>,
  { only, copies }: { only?: string | undefined; copies?: ReadonlySet<string> } = {},
): AsyncGenerator<Verdict & { chain: string }> {
  await sealWaiting(db, log)
  const all = only === undefined ? await listChains(db) : [only]
  for (const chain of all.filter((each) => !copies?.has(each)))
    yield { chain, ...(await inTransaction(db, {}, (tx) => verifyChain(tx, chain, clock.now()))) }
}
