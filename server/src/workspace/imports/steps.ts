import { fieldsOf } from '@stowage/contract/import-kinds'
import type { RowError } from '@stowage/contract/workspace/imports'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { mapInSlices } from '../../concurrency/slices.ts'
import { registered } from '../../registry.ts'
import { groupKeyOf, note, readingOf } from './cells.ts'
import { cellsByName } from './format-rules.ts'
import { mostTogether, type Checked, type FilePart, type ReadRow, type RowKind } from './kinds.ts'
import { optionsOf, saveImport, type Locked } from './queries.ts'
import {
  countResults,
  findLastMove,
  listNextRows,
  markBroken,
  markRepeats,
  markScattered,
  markUndone,
  saveResults,
  type SavedRow,
  type RowCursor,
  type RowResult,
} from './row-queries.ts'
import type { Mapping } from './rules.ts'

/* One step of the work on a file. The file is held, and what a step did is committed with where the
   next one begins: whoever takes over after a crash goes on there, and no row is written twice. */

export const kindOf = (file: Locked): RowKind<unknown> => registered().imports[file.kind]
const beyondAll = 2_147_483_647

/** Thrown to take everything back when a row of a file fails that is written wholly or not at all. */
export class RowsRefused extends Error {
  readonly results: readonly RowResult[]
  constructor(results: readonly RowResult[]) {
    super('Rows of a file that is written wholly or not at all have failed')
    this.results = results
  }
}

function readingsOf(file: Locked, rows: readonly SavedRow[]) {
  const format = file.format === null ? undefined : kindOf(file).formats?.[file.format]
  const byName = cellsByName(file.columns)
  const written = {
    fields: fieldsOf(file.kind),
    options: optionsOf(file.options),
    fixed: file.fixed as Record<string, string>,
    format: file.format,
    readFormat: format?.read && ((cells: readonly string[]) => format.read?.(byName(cells)) ?? {}),
  }
  return mapInSlices(rows, ({ rowNo, cells }) => ({
    rowNo,
    reading: readingOf(cells, file.mapping as Mapping, file.columns.length, written),
  }))
}

/** Rows as they are read, and the rows of the same group that stand before and behind them. */
async function partOf(
  tx: Tx,
  platformId: string,
  file: Locked,
  kept: readonly SavedRow[],
): Promise<FilePart> {
  const { group } = kindOf(file)
  const rows = await readingsOf(file, kept)
  const [first, last] = [rows[0], rows.at(-1)]
  const part = { importId: file.id, rows, before: [], behind: [] }
  if (!group || group.isWhole || !first || !last) return part
  if ((file.mapping as Mapping)[group.field] === undefined) return part
  const beside = async (row: ReadRow, isBackward: boolean) => {
    const place = { from: row.rowNo, limit: mostTogether.beside, isBackward }
    const around = await readingsOf(file, await listNextRows(tx, platformId, file.id, place))
    const key = groupKeyOf(row, group)
    return key === undefined ? [] : around.filter((one) => groupKeyOf(one, group) === key)
  }
  const before = (await beside(first, true)).toReversed()
  return { ...part, before, behind: await beside(last, false) }
}

/** The next rows of a file; where several make one record, to the end of the last record. */
async function nextRows(
  tx: Tx,
  platformId: string,
  file: Locked,
  place: RowCursor,
): Promise<SavedRow[]> {
  const { group } = kindOf(file)
  const rows = await listNextRows(tx, platformId, file.id, place)
  const last = rows.at(-1)
  if (!group?.isWhole || !last || rows.length < place.limit) return rows
  const further = { ...place, from: last.rowNo, limit: mostTogether.whole }
  const more = await listNextRows(tx, platformId, file.id, further)
  const [key, ...keys] = (await readingsOf(file, [last, ...more])).map((row) =>
    groupKeyOf(row, group),
  )
  const end = keys.findIndex((one) => one === undefined || one !== key)
  return [...rows, ...(end < 0 ? more : more.slice(0, end))]
}

/** Returns the messages stored with a row: its errors, and the values it is imported without. */
const saidOf = ({ errors, hints }: ReadRow['reading']) => [...errors, ...hints]

/** Checks whether the export leaves the row out. A row with errors counts as part of its record. */
const isSkipped = ({ reading: { errors, skip } }: ReadRow) =>
  skip !== undefined && errors.length === 0

/** Compares rows with what is there. Those that are left out are compared only where they belong to others. */
async function check(
  tx: Tx,
  actor: WorkspaceMember,
  kind: RowKind<unknown>,
  part: FilePart,
  hold: boolean,
): Promise<Checked<unknown>[]> {
  if (kind.group?.isWhole) return kind.check(tx, actor, part, hold)
  const rows = part.rows.filter(({ reading }) => reading.skip === undefined)
  return kind.check(tx, actor, { ...part, rows }, hold)
}

/** Builds the result of a row that is left out. */
const skippedResult = ({ rowNo, reading: { skip = '' } }: ReadRow): RowResult => ({
  rowNo,
  state: 'skipped',
  errors: [{ column: '', code: 'skipped', message: skip, value: '' }],
})

const brokenBy = (noun: string) => `Another row of this ${noun} has an error`

/** Drops all rows of a record of several rows if one of them has an error. */
function withoutBroken(
  checked: readonly Checked<unknown>[],
  { group }: RowKind<unknown>,
): readonly Checked<unknown>[] {
  if (!group?.isWhole) return checked
  const broken = new Set(
    checked.flatMap((row) => (row.plan || isSkipped(row) ? [] : (groupKeyOf(row, group) ?? []))),
  )
  return checked.map((row) => {
    if (!row.plan || !broken.has(groupKeyOf(row, group) ?? '')) return row
    note(row.reading, '', 'validation_failed', brokenBy(group.noun))
    return { ...row, plan: undefined }
  })
}

/** Checks the next rows; true when these were the last. */
export async function checkStep(tx: Tx, actor: WorkspaceMember, file: Locked, limit: number) {
  const { id: platformId } = actor.platform
  const kind = kindOf(file)
  const rows = await nextRows(tx, platformId, file, { from: file.lastRow, limit })
  const part = await partOf(tx, platformId, file, rows)
  const checked = await check(tx, actor, kind, part, false)
  const results = checked
    .filter((row) => !isSkipped(row))
    .map(({ outcome, key, mark, ...row }): RowResult => ({
      rowNo: row.rowNo,
      state: row.reading.errors.length > 0 ? 'error' : 'valid',
      outcome,
      key,
      mark,
      group: kind.group && groupKeyOf(row, kind.group),
      errors: saidOf(row.reading),
    }))
  const skipped = part.rows.filter(isSkipped).map(skippedResult)
  await saveResults(tx, platformId, file.id, [...results, ...skipped])
  if (rows.length >= limit) return advance(tx, actor, file, rows)
  await markWrongTogether(tx, platformId, file)
  const counts = await countResults(tx, platformId, file.id)
  await finish(tx, actor, file, { state: 'validated', ...counts, rowsApplied: 0 })
  return true
}

/** Marks what is wrong with rows because of other rows of the file. */
async function markWrongTogether(tx: Tx, platformId: string, file: Locked) {
  const { keys, group } = kindOf(file)
  const mapping = file.mapping as Mapping
  for (const by of ['key', 'mark'] as const) {
    const column = keys[by]
    if (column === undefined) continue
    await markRepeats(tx, platformId, file.id, { by, column, at: mapping[column] })
  }
  const at = mapping[group?.field ?? '']
  if (!group || at === undefined) return
  const { field: column, noun, isWhole } = group
  await markScattered(tx, platformId, file.id, { column, at, noun })
  if (isWhole) await markBroken(tx, platformId, file.id, brokenBy(noun))
}

/**
 * Writes the next rows; true when these were the last. A row that has become wrong since it was
 * checked fails alone, or with `RowsRefused` all of them do.
 */
export async function applyStep(
  tx: Tx,
  actor: WorkspaceMember,
  file: Locked,
  limit: number,
  nextNumber: () => Promise<string>,
) {
  const { id: platformId } = actor.platform
  const kind = kindOf(file)
  // A row that is left out may be the one that says what the others are lines of.
  const states = kind.group?.isWhole ? (['valid', 'skipped'] as const) : (['valid'] as const)
  const rows = await nextRows(tx, platformId, file, { from: file.lastRow, states, limit })
  const part = await partOf(tx, platformId, file, rows)
  const all = await check(tx, actor, kind, part, true)
  const checked = withoutBroken(all, kind).filter((row) => !isSkipped(row))
  const planned = checked.flatMap(({ rowNo, plan }) => (plan ? [{ rowNo, plan }] : []))
  const written = await kind.apply(tx, actor, file.id, planned, nextNumber)
  const results = checked.map(({ rowNo, plan, reading, outcome, key, mark }): RowResult => ({
    rowNo,
    outcome,
    key,
    mark,
    errors: saidOf(reading),
    state: plan ? 'applied' : 'error',
    ...written.get(rowNo),
  }))
  if (file.mode === 'all_or_nothing' && planned.length < checked.length)
    throw new RowsRefused(results.filter(({ state }) => state === 'error'))
  await saveResults(tx, platformId, file.id, results)
  if (rows.length >= limit) return advance(tx, actor, file, rows)
  const counts = await countResults(tx, platformId, file.id)
  const state = counts.rowsFailed > 0 ? 'done_with_errors' : 'done'
  await finish(tx, actor, file, { state, ...counts })
  await record(tx, actor, 'IMPORT_APPLIED', {
    target: { type: 'import', id: file.id, name: file.fileName },
    metadata: { kind: file.kind, applied: counts.rowsApplied, failed: counts.rowsFailed },
  })
  return true
}

/** Leaves the next row out for a reason only the database knew. */
export async function skipStep(
  tx: Tx,
  actor: WorkspaceMember,
  file: Locked,
  why: Omit<RowError, 'value'>,
) {
  const { id: platformId } = actor.platform
  const next = { from: file.lastRow, states: ['valid'], limit: 1 } as const
  const rows = await nextRows(tx, platformId, file, next)
  const errors = [{ ...why, value: '' }]
  const results = rows.map(({ rowNo }) => ({ rowNo, state: 'error' as const, errors }))
  await saveResults(tx, platformId, file.id, results)
  await advance(tx, actor, file, rows)
}

/** Takes the last rows back; true when none is left. Fails where later work depends on them. */
export async function undoStep(tx: Tx, actor: WorkspaceMember, file: Locked, limit: number) {
  const { id: platformId } = actor.platform
  const kind = kindOf(file)
  if ('undoMove' in kind) {
    const moveId = await findLastMove(tx, platformId, file.id)
    if (moveId !== undefined) {
      await kind.undoMove(tx, actor, file.id, moveId)
      return undone(tx, actor, file, moveId)
    }
  } else {
    const from = file.lastRow === 0 ? beyondAll : file.lastRow
    const next = { from, states: ['applied'], limit, isBackward: true } as const
    const rows = await nextRows(tx, platformId, file, next)
    await kind.undo(tx, actor, rows)
    if (rows.length > 0) {
      const rowNos = rows.map(({ rowNo }) => rowNo)
      await markUndone(tx, platformId, file.id, { rowNos })
    }
    if (rows.length >= limit) return advance(tx, actor, file, rows)
  }
  await finish(tx, actor, file, { state: 'undone', failure: null })
  await record(tx, actor, 'IMPORT_UNDONE', {
    target: { type: 'import', id: file.id, name: file.fileName },
    metadata: { kind: file.kind },
  })
  return true
}

/** Notes that a move was taken back, and that there may be another. */
async function undone(tx: Tx, { platform, at }: WorkspaceMember, file: Locked, moveId: string) {
  const rows = await markUndone(tx, platform.id, file.id, { moveId })
  await saveImport(tx, platform.id, file.id, { rowsDone: file.rowsDone + rows, updatedAt: at })
  return false
}

async function advance(
  tx: Tx,
  { platform, at }: WorkspaceMember,
  file: Locked,
  rows: readonly SavedRow[],
) {
  await saveImport(tx, platform.id, file.id, {
    lastRow: rows.at(-1)?.rowNo ?? file.lastRow,
    rowsDone: file.rowsDone + rows.length,
    updatedAt: at,
  })
  return false
}

const finish = (
  tx: Tx,
  { platform, at }: WorkspaceMember,
  file: Locked,
  values: Parameters<typeof saveImport>[3],
) =>
  saveImport(tx, platform.id, file.id, {
    busy: null,
    lastRow: 0,
    rowsDone: file.rowsTotal,
    updatedAt: at,
    finishedAt: at,
    ...values,
  })
