import type { Tx } from '../../database/connect.ts'
import { fail } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { previewReversal } from './reversals.ts'

/** Fails with `already_reversed`, or with `reversal_blocked` and what the preview says is in the way. */
export async function requireReversible(tx: Tx, actor: Worker, moveId: string): Promise<void> {
  const { possible, blockers } = await previewReversal(tx, actor, moveId)
  if (possible) return
  if (blockers.some(({ type }) => type === 'already_reversed')) fail('already_reversed')
  fail('reversal_blocked', { blockers })
}
