import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { listChains } from './chain-queries.ts'
import { sealWaiting } from './sealer.ts'
import { verifyChain, type Verdict } from './verifier.ts'

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
