import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { connect, type Db, type Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transactions.ts'
import { watchOutage } from '../../jobs/outage.ts'
import { genesis, sealHash } from './seal-hash.ts'
import {
  deletePending,
  hasPending,
  insertSeals,
  listHeads,
  listPending,
  tryLockSealing,
  findOldestPending,
  ownChain,
  type Head,
} from './chain-queries.ts'

const everyMs = 1_000
const batchSize = 500
const lastRoundMs = 3_000

type Log = Pick<Context['log'], 'error'>

/**
 * Seals pending events in transactions of up to 500, until none are left, another process does it,
 * or `signal` is aborted. Returns how many. `db` has the role `stowage_sealer`.
 */
export async function sealWaiting(db: Db, log: Log, signal?: AbortSignal): Promise<number> {
  let sealed = 0
  for (;;) {
    const taken = await inTransaction(db, {}, (tx) => sealBatch(tx, log))
    sealed += taken
    if (taken < batchSize || signal?.aborted) return sealed
  }
}

async function sealBatch(tx: Tx, log: Log): Promise<number> {
  if (!(await tryLockSealing(tx))) return 0
  const pending = await listPending(tx, batchSize)
  const events = pending.filter(isFresh)
  for (const { auditId, isSealed } of pending.filter((event) => !isFresh(event)))
    if (isSealed) log.error(`Event ${auditId} was put into the audit log a second time`)
    else log.error(`Event ${auditId} was taken out of the audit log before it was sealed`)

  const chains = [...new Set(events.map(chainOf))]
  const heads = new Map<string, Head>()
  for (const head of await listHeads(tx, chains)) heads.set(head.chain, head)
  const seals = events.map(({ auditId, isSealed: _, ...event }) => {
    const chain = chainOf(event)
    const { seq, hash: prev } = heads.get(chain) ?? { seq: 0, hash: genesis }
    const seal = { chain, seq: seq + 1, auditId, prev, hash: sealHash(prev, event) }
    heads.set(chain, seal)
    return seal
  })
  if (seals.length > 0) await insertSeals(tx, seals)
  if (pending.length > 0)
    await deletePending(
      tx,
      pending.map(({ auditId }) => auditId),
    )
  return pending.length
}

type Listed = Awaited<ReturnType<typeof listPending>>[number]
const isFresh = (event: Listed): event is Exclude<Listed, { id: null }> =>
  event.id !== null && !event.isSealed

const chainOf = (event: { platformId: string | null }) => event.platformId ?? ownChain

/**
 * Seals every second in this process until `stop`, which seals once more. `url` logs in with the
 * role `stowage_sealer`, which the serving role must not have. A lost database is retried, because
 * pending events are in its tables.
 */
export function startSealer({ log, clock }: Pick<Context, 'log' | 'clock'>, url: string) {
  const outage = watchOutage(log, { who: 'audit sealer', what: 'events' })
  const { db, close } = connect(url, { max: 2, applicationName: 'stowage sealer' })
  const stopping = new AbortController()

  async function round(signal?: AbortSignal) {
    try {
      if (await hasPending(db)) await sealWaiting(db, log, signal)
      outage.over()
    } catch (error) {
      outage.note(error)
      outage.report(error)
    }
  }

  async function rounds({ signal }: AbortController) {
    while (!signal.aborted) {
      await round(signal)
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  }

  const running = rounds(stopping)
  return {
    /** Returns the age in seconds of the oldest unsealed event, 0 if there is none. */
    async lag(): Promise<number> {
      const oldest = await findOldestPending(db)
      return oldest ? Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000) : 0
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
      await round(AbortSignal.timeout(lastRoundMs))
      await close()
    },
  }
}
