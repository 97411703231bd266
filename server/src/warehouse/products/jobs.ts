import { inTransaction } from '../../database/transactions.ts'
import { defineJob } from '../../jobs/queue.ts'
import { backorderDefaultToFollow } from '../settings/jobs.ts'
import { followDefaultLimit, setInheritedLimit } from './backorder-queries.ts'

/** Variants that follow in one transaction. */
const atOnce = 500

/**
 * Gives the products that have no backorder rule of their own the default of the workspace. Variants follow before their
 * levels, so a level that is created meanwhile has the new limit. Each variant's levels are locked by themselves, as orders
 * lock them. Run again it finds nothing left.
 */
export const followBackorderDefault = defineJob({
  ...backorderDefaultToFollow,
  async run({ db, signal }, { platformId }) {
    const scope = { platformId }
    const next = (after: string | undefined) =>
      inTransaction(db, scope, (tx) => followDefaultLimit(tx, platformId, { after, most: atOnce }))
    for (let page = await next(undefined); page.last !== undefined; page = await next(page.last)) {
      for (const variantId of page.behind)
        await inTransaction(db, scope, (tx) => setInheritedLimit(tx, platformId, variantId))
      if (signal.aborted) return
    }
  },
})
