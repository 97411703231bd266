import type { Arrow, LabelTemplate } from '@stowage/contract/workspace/labels'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Copies } from './draw-labels.ts'

/** What a noun brings to the labels of one template. */
export type LabelSource = {
  /** Returns the labels of these records by id, in any order. What the member may not see is left out. */
  findLabels: (
    db: Db,
    actor: WorkspaceMember,
    ids: readonly string[],
    arrow: Arrow,
  ) => Promise<ReadonlyMap<string, (copies: number) => readonly Copies[]>>
}
export type LabelSources = Readonly<Record<LabelTemplate, LabelSource>>

/** A source whose copies are all the same. */
export const copiedLabels = <Row extends { id: string }>(
  find: (db: Db, actor: WorkspaceMember, ids: readonly string[]) => Promise<readonly Row[]>,
  layoutOf: (row: Row, arrow: Arrow) => Copies['layout'],
): LabelSource => ({
  findLabels: async (db, actor, ids, arrow) => {
    const rows = await find(db, actor, ids)
    return new Map(
      rows.map((row) => [row.id, (copies) => [{ layout: layoutOf(row, arrow), copies }]]),
    )
  },
})

/** A source whose labels each say which of how many they are. */
export const numberedLabels = <Row extends { id: string }>(
  find: (db: Db, actor: WorkspaceMember, ids: readonly string[]) => Promise<readonly Row[]>,
  layoutOf: (row: Row, which: number, of: number) => Copies['layout'],
): LabelSource => ({
  findLabels: async (db, actor, ids) => {
    const rows = await find(db, actor, ids)
    return new Map(
      rows.map((row) => [
        row.id,
        (copies) =>
          Array.from({ length: copies }, (_, i) => ({
            layout: layoutOf(row, i + 1, copies),
            copies: 1,
          })),
      ]),
    )
  },
})

/** A source of which each record has several labels, one for each of its parts. */
export const severalLabels = <Row extends { id: string }>(
  find: (db: Db, actor: WorkspaceMember, ids: readonly string[]) => Promise<readonly Row[]>,
  layoutsOf: (row: Row) => readonly Copies['layout'][],
): LabelSource => ({
  findLabels: async (db, actor, ids) => {
    const rows = await find(db, actor, ids)
    return new Map(
      rows.map((row) => [row.id, (copies) => layoutsOf(row).map((layout) => ({ layout, copies }))]),
    )
  },
})
