import type { Cells } from './cells.ts'
import { findCopies } from './queries.ts'

/** Returns what a list of rows of these platforms, read from the control database, says of copies. */
export async function copiesOf(
  cells: Pick<Cells, 'isOne' | 'control'>,
  platformIds: readonly string[],
): Promise<{ copies?: 'following' | 'stopped' }> {
  if (cells.isOne) return {}
  const copies = await findCopies(cells.control.db, platformIds)
  return copies ? { copies } : {}
}
