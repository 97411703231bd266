import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import {
  isReversed,
  listClaims,
  listPromisedLevels,
  listReversalBlockers,
} from './blocker-queries.ts'

/** Fails with `already_reversed`, or with `reversal_blocked` where what a move brought is gone or promised, and says by what. */
export async function requireReversible(tx: Tx, platformId: string, moveId: string): Promise<void> {
  const [wasReversed, gone, promised] = await Promise.all([
    isReversed(tx, platformId, moveId),
    listReversalBlockers(tx, platformId, moveId),
    listPromisedLevels(tx, platformId, moveId),
  ])
  if (wasReversed) fail('already_reversed')
  const claims = promised.length > 0 ? await listClaims(tx, platformId, promised) : []
  if (gone.length + promised.length > 0)
    fail('reversal_blocked', { blockers: [...gone, ...claims] })
}
