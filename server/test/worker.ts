import { pino } from 'pino'
import pg from 'pg'
import { openCells } from '../src/cells/cells.ts'
import { readConfig } from '../src/config.ts'
import type { Context } from '../src/context.ts'
import { connect, type Tx } from '../src/database/connect.ts'
import { inTransaction } from '../src/database/transactions.ts'
import { openHasher } from '../src/crypto/hashing.ts'
import { openImages } from '../src/images/images.ts'
import { startQueue, type Job } from '../src/jobs/queue.ts'
import { deriveSecrets } from '../src/crypto/secrets.ts'
import { createDatabase } from './cluster.ts'

export type Bench = Awaited<ReturnType<typeof openBench>>

/** Opens the parts of the process, without its HTTP side, on a new database. */
export async function openBench(env: Record<string, string> = {}) {
  const database = await createDatabase()
  const { db, close } = connect(database.appUrl)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  owner.on('error', () => {})
  await owner.connect()
  const config = readConfig({ NODE_ENV: 'test', ...env })
  const secrets = deriveSecrets('a secret for tests only, 32 bytes long')
  /** Every line that was logged, at every level. */
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  let offset = 0
  const context: Context = {
    config,
    db,
    control: db,
    cells: openCells({ db }, { config, secrets, log }),
    log,
    secrets,
    clock: { now: () => new Date(Date.now() + offset) },
    hasher: openHasher({ config, secrets }),
    images: openImages(log),
  }
  const workers: { stop(): Promise<void> }[] = []
  return {
    context,
    lines,
    appUrl: database.appUrl,
    /** A superuser's session, for looking at what the serving role may not see or change. */
    owner,
    advance: (ms: number) => void (offset += ms),
    write: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, {}, work),
    /** Makes what waits for another attempt due now. */
    hurry: () => owner.query(`update pgboss.job set start_after = now() where state = 'retry'`),
    /** A worker, in a process whose configuration may have changed since. */
    async work(
      jobs: readonly Job[],
      changes: {
        env?: Record<string, string>
        url?: string
        schedule?: Parameters<typeof startQueue>[3]
      } = {},
    ) {
      const changed = readConfig({ NODE_ENV: 'test', ...env, ...changes.env })
      const queue = await startQueue(
        { ...context, config: changed },
        changes.url ?? database.appUrl,
        jobs,
        changes.schedule ?? {},
      )
      workers.push(queue)
      return queue
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await owner.end()
      await close()
      await database.drop()
    },
  }
}
