import type { Context } from '../../context.ts'
import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { listChains } from './seal-queries.ts'
import { sealWaiting } from './sealer.ts'
import { verifyChain, type Verdict } from './verifier.ts'

/**
 * Checks one chain, or every chain of the log one after the other. What waits is sealed first, so
 * that a log whose server was killed a second after an event is whole. `db` acts as
 * `stowage_sealer`, which sees all of it.
 */
export async function* verifyLog(
  db: Db,
  { log, clock }: Pick<Context, 'log' | 'clock'>,
  only?: string,
): AsyncGenerator<Verdict & { chain: string }> {
  await sealWaiting(db, log)
  for (const chain of only === undefined ? await listChains(db) : [only])
    yield { chain, ...(await inTransaction(db, {}, (tx) => verifyChain(tx, chain, clock.now()))) }
}
