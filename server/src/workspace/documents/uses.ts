import type { Tx } from '../../database/connect.ts'
import { requireUnused } from '../../errors.ts'
import { registered } from '../../registry.ts'
import type { Scoped } from './queries.ts'
import type { Used } from './rules.ts'
import { usesOf } from './use-queries.ts'

/** Fails with `in_use` while any noun uses one of these records. */
export async function assertUnused(
  tx: Tx,
  actor: Scoped,
  kind: Used,
  ids: readonly string[],
): Promise<void> {
  const { uses: others, documents } = registered()
  const sources = [...others[kind], ...documents.flatMap((document) => usesOf(document, kind))]
  const uses = await Promise.all(sources.map((source) => source(tx, actor, ids)))
  requireUnused(uses.flat())
}
