import type { BlockerOf } from '@stowage/contract/blockers'
import { notFound, requireUnused } from '../../errors.ts'
import { assertUnused } from '../documents/uses.ts'
import { recordImportedChanges, type FileWrite } from '../records/commands.ts'
import {
  findRecords,
  writeRecords,
  type RecordArea,
  type RecordKind,
  type RecordRow,
} from '../records/queries.ts'
import { changedValues, isSameValue } from '../records/rules.ts'
import { note } from './cells.ts'
import type { Checked, ReadRow, RowKind } from './kinds.ts'

/* Files in which each row is one record. */

/** A record as its row leaves it; `before` has what the row changes, as it was and as it is then, null for a new record. */
export type RecordPlan<Row> = {
  row: Row
  before: { from: Partial<Row>; to: Partial<Row> } | null
}

/** The record of a row that was read; its fields are those a file can say something about. */
type Read<Row> = {
  existing: Row | undefined
  /** Values of a new record where the row has none. */
  blank: Row
  given: Partial<Row>
  fields: readonly (keyof Row & string)[]
  key: string | null
  mark: string | null
  /** Why this member may not change one that exists; undefined where they may. */
  denied: string | undefined
}

/** Compares a row with the record that is there. Notes where that would change and may not. */
export function planRecord<Row extends RecordRow>(
  { rowNo, reading }: ReadRow,
  { existing, blank, given, fields, key, mark, denied }: Read<Row>,
): Checked<RecordPlan<Row>> {
  const was = existing ?? blank
  const row = { ...was, ...given }
  const changed = fields.filter((field) => !isSameValue(was[field], row[field]))
  if (existing && changed.length > 0 && denied !== undefined)
    note(reading, 'code', 'permission_denied', denied)
  const pick = (from: Row) =>
    Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<Row>
  const before = existing ? { from: pick(was), to: pick(row) } : null
  return {
    rowNo,
    reading,
    outcome: !existing ? 'create' : changed.length > 0 ? 'update' : 'unchanged',
    key,
    mark,
    plan: reading.errors.length > 0 ? undefined : { row, before },
  }
}

/** Returns how rows of a file are written and taken back where each is a record of this kind. */
export function recordRows<Row extends RecordRow, Area extends RecordArea>(
  kind: RecordKind<Row, Area>,
): Pick<RowKind<RecordPlan<Row>>, 'apply'> & { undo: Undo } {
  const state = kind.columns.includes('state' as never) ? 'state' : 'status'
  const archived = { [state]: 'archived' } as unknown as Partial<Row>
  const isArchived = (row: Row | undefined) => row?.[state as keyof Row] === 'archived'
  return {
    async apply(tx, actor, _importId, rows) {
      const all = rows.map(({ plan: { row, before } }) => ({
        row,
        changed: before && Object.keys(before.to),
      }))
      const written = all.filter(({ changed }) => changed?.length !== 0)
      const records = written.map(({ row }) => row)
      await writeRecords(tx, kind, actor, records, 'overwrite')
      await recordImportedChanges(tx, kind, actor, written as FileWrite<Row>[])
      return new Map(
        rows.map(({ rowNo, plan: { row, before } }) => [rowNo, { entityId: row.id, before }]),
      )
    },

    async undo(tx, actor, rows) {
      const written = rows.filter(({ outcome }) => outcome !== 'unchanged')
      const ids = [...new Set(written.flatMap(({ entityId }) => entityId ?? []))]
      const strength = kind.used ? 'update' : 'no key update'
      const found = await findRecords(tx, kind, actor, { ids }, strength)
      if (kind.isOfWarehouse && actor.warehouses && found.length < ids.length) notFound()
      const now = new Map(found.map((row) => [row.id, row]))
      const blockers: BlockerOf<'in_use'>[] = []
      const undone: { row: Row; changed: string[] }[] = []
      for (const { entityId, before } of written) {
        const row = now.get(entityId ?? '')
        if (!row) continue
        const change = before as RecordPlan<Row>['before']
        const isAsLeft = changedValues(row, change?.to ?? {}).length === 0
        if (!isAsLeft) blockers.push({ type: 'changed', code: String(row[kind.code]) })
        const from = change ? change.from : archived
        const back = { ...row, ...from }
        now.set(row.id, back)
        undone.push({ row: back, changed: Object.keys(from) })
      }
      requireUnused(blockers)
      const gone = found.filter((row) => isArchived(now.get(row.id)) && !isArchived(row))
      const goneIds = gone.map(({ id }) => id)
      if (kind.used) await assertUnused(tx, actor, kind.used, goneIds)
      await writeRecords(tx, kind, actor, [...now.values()], 'overwrite')
      await recordImportedChanges(tx, kind, actor, undone as FileWrite<Row>[])
    },
  }
}

type Undo = Extract<RowKind<unknown>, { undo: unknown }>['undo']
