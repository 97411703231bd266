import type { CellUrls } from '../cells/cells.ts'
import { lookInto } from '../cells/move-queries.ts'
import type { Context } from '../context.ts'
import { connect, type Db } from '../database/connect.ts'
import { withRole } from '../database/login.ts'
import { inTransaction } from '../database/transactions.ts'
import type { Head } from '../platforms/audit/chain-queries.ts'
import { sealWaiting } from '../platforms/audit/seal-waiting.ts'
import { verifyChain } from '../platforms/audit/verify-log.ts'
import { sinceCheckOf } from '../warehouse/integrity/verify.ts'
import { checkLedger } from '../warehouse/integrity/queries.ts'

/** Opens the checks a move runs on the platforms of any cell. */
export function openCellChecks({ clock, log }: Pick<Context, 'clock' | 'log'>) {
  const opened = new Map<string, { db: Db; close(): Promise<void> }>()
  /** The last check of each platform that found nothing. */
  const whole = new Map<string, { at: Date; head: Head | undefined }>()

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
    async check(
      { url, ownerUrl }: CellUrls,
      platformId: string,
      { isRest = false }: { isRest?: boolean } = {},
    ): Promise<string[]> {
      const at = clock.now()
      const last = isRest ? whole.get(platformId) : undefined
      const { violations } = await inTransaction(
        open(url, 'stowage_app'),
        {},
        async (tx) => {
          await lookInto(tx, platformId)
          return checkLedger(tx, platformId, last ? sinceCheckOf(last.at) : null, 0)
        },
        { readOnly: true },
      )
      const { fault, head } = await inTransaction(open(ownerUrl, 'stowage_sealer'), {}, (tx) =>
        verifyChain(tx, platformId, at, { from: last?.head }),
      )
      if (violations.length === 0 && !fault) whole.set(platformId, { at, head })
      const faults = violations.map(
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
