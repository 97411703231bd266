import type { CellUrls } from './cells/cells.ts'
import { lookInto } from './cells/move-queries.ts'
import type { Context } from './context.ts'
import { connect, type Db } from './database/connect.ts'
import { withRole } from './database/login.ts'
import { inTransaction } from './database/transactions.ts'
import { sealWaiting } from './platforms/audit/sealer.ts'
import { verifyChain } from './platforms/audit/verifier.ts'
import { checkPlatform } from './warehouse/stock/verify.ts'

/** What a move asks of the groups, in any cell. Keeps nothing of what it finds. */
export function openCellChecks({ clock, log }: Pick<Context, 'clock' | 'log'>) {
  const opened = new Map<string, { db: Db; close(): Promise<void> }>()

  function open(url: string, role: string): Db {
    const acting = withRole(url, role)
    const found = opened.get(acting) ?? connect(acting, { max: 2, statementTimeout: 0 })
    opened.set(acting, found)
    return found.db
  }

  return {
    async seal({ ownerUrl }: CellUrls): Promise<void> {
      await sealWaiting(open(ownerUrl, 'stowage_sealer'), log)
    },
    async check({ url, ownerUrl }: CellUrls, platformId: string): Promise<string[]> {
      const at = clock.now()
      const run = await inTransaction(
        open(url, 'stowage_app'),
        {},
        async (tx) => {
          await lookInto(tx, platformId)
          return checkPlatform(tx, platformId, 'full', at)
        },
        { readOnly: true },
      )
      const { fault } = await inTransaction(open(ownerUrl, 'stowage_sealer'), {}, (tx) =>
        verifyChain(tx, platformId, at),
      )
      const faults = run.violations.map(
        ({ rule, subject, expected, actual }) =>
          `${rule}, ${subject}: expected ${expected}, found ${actual}`,
      )
      return fault ? [...faults, `audit log, seq ${fault.seq}: ${fault.problem}`] : faults
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...opened.values()].map(({ close }) => close()))
    },
  }
}
