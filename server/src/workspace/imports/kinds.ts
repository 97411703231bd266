import type { ImportRow } from '@stowage/contract/workspace/imports'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Reading } from './cells.ts'
import type { Formats } from './format-rules.ts'
import type { SavedRow, RowResult } from './row-queries.ts'
import type { ColumnWords } from './rules.ts'

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
  /** Keys that no other row of the file may repeat. */
  key: string | null
  mark: string | null
  plan: Plan | undefined
}

/** Rows that belong together say the same in this field, and stand together in the file. */
type RowGroup = {
  field: string
  /** Noun for the group in messages: `product`. */
  noun: string
  /**
   * They are one record: they are checked, written and taken back in one call, and none is written where one of
   * them is wrong. At most `mostTogether` of them. Otherwise each row is a record, which sees the others.
   */
  isWhole: boolean
}

/** The most rows of one group that are looked for. */
export const mostTogether = { whole: 1_000, beside: 200 }

/** Handlers for the rows of a kind of file. Each call takes many rows and makes few statements. */
export type RowKind<Plan> = ColumnWords & {
  /** Exports of other systems that hold such rows. */
  formats?: Formats
  /** The fields in which `key` and `mark` of a row stand. */
  keys: { key?: string; mark?: string }
  group?: RowGroup
  /** The prefix of the numbers of the documents that its groups make. They are taken before the transaction. */
  prefix?: string
  /** Texts for blank cells by field, where there is only one choice. */
  suggestFixed?(tx: Tx, actor: WorkspaceMember): Promise<Record<string, string>>
  /** Fails where this member may not apply such a file, whatever its rows say. */
  requireApply?(tx: Tx, actor: WorkspaceMember): Promise<void>
  /** Compares rows with what is there, noting every mistake; `hold` keeps others from changing that. */
  check(tx: Tx, actor: WorkspaceMember, part: FilePart, hold: boolean): Promise<Checked<Plan>[]>
  /** Writes rows without a mistake; what to keep of each. `nextNumber` gives each group a number of `prefix`. */
  apply(
    tx: Tx,
    actor: WorkspaceMember,
    importId: string,
    rows: readonly { rowNo: number; plan: Plan }[],
    nextNumber: () => Promise<string>,
  ): Promise<Map<number, Partial<RowResult>>>
} & (RowUndo | MoveUndo)

/** Takes rows back, the last first; fails with blockers where later work depends on them. */
type RowUndo = { undo(tx: Tx, actor: WorkspaceMember, rows: readonly SavedRow[]): Promise<void> }

/** Takes one move of the file back, the last first, and with it all rows that were written by it. */
type MoveUndo = {
  undoMove(tx: Tx, actor: WorkspaceMember, importId: string, moveId: string): Promise<void>
}
