import type { CellUrls } from './cells.ts'
import type { Move } from './move-queries.ts'
import type { Counts, MovedTable } from './moved-tables.ts'
import type { AdminCell, AdminCells } from './places.ts'

export type MoveTools = {
  places: AdminCells
  now: () => Date
  say: (line: string) => void
  /** Seals what waits in the audit log of a database. */
  seal: (urls: CellUrls) => Promise<void>
  /**
   * Checks the ledger and the audit log of a platform in a database that need not be its own. Returns the faults. With
   * `isRest` only what came since a check of this command that found none.
   */
  check: (urls: CellUrls, platformId: string, options?: { isRest?: boolean }) => Promise<string[]>
  /** Called after the work of a step, before it is recorded. */
  onStep?: (step: string) => Promise<void>
}

/** A move with the databases it is about. */
export type Moving = Move & {
  from: AdminCell
  to: AdminCell
  tables: MovedTable[]
  /** The rows of large tables, which this command has counted in both databases. */
  settled?: Counts
}
