import type { ImportKind, ImportRow } from '@stowage/contract/warehouse/imports'
import type { WarehousePermission } from '@stowage/contract/member-permissions'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Reading } from './cells.ts'
import type { KeptRow, RowResult } from './row-queries.ts'

export type ReadRow = { rowNo: number; reading: Reading }

/** Some rows of a file, with those rows around them that they belong together with. */
export type FilePart = {
  importId: string
  rows: readonly ReadRow[]
  before: readonly ReadRow[]
  behind: readonly ReadRow[]
}

/** A row that was compared with what is there; without a plan there is an error in its reading. */
export type Checked<Plan> = ReadRow & {
  outcome: NonNullable<ImportRow['outcome']>
  /** What no other row of the file may say again. */
  key: string | null
  mark: string | null
  plan: Plan | undefined
}

/** What a kind of file does with its rows. Each call takes many rows and makes few statements. */
export type RowKind<Plan> = {
  /** Compares rows with what is there, noting every mistake; `hold` keeps others from changing that. */
  check(tx: Tx, actor: WorkspaceMember, part: FilePart, hold: boolean): Promise<Checked<Plan>[]>
  /** Writes rows without a mistake; what to keep of each. */
  apply(
    tx: Tx,
    actor: WorkspaceMember,
    importId: string,
    rows: readonly { rowNo: number; plan: Plan }[],
  ): Promise<Map<number, Partial<RowResult>>>
  /** Takes rows back, the last first; fails with blockers where later work depends on them. */
  undo(tx: Tx, actor: WorkspaceMember, rows: readonly KeptRow[]): Promise<void>
}

/** What it takes to write rows of each kind, beside the right to read files in at all. */
export const rightOf: Record<ImportKind, WarehousePermission> = {
  products: 'catalog.product.create',
  locations: 'location.create',
  stock: 'stock.adjust.create',
}
