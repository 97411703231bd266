import { importFields, type RowError } from '@stowage/contract/warehouse/imports'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { mapInSlices } from '../../slices.ts'
import { reverseMove } from '../stock/kernel-queries.ts'
import { previewReversal } from '../stock/reversals.ts'
import { readingOf } from './cells.ts'
import type { FilePart, ReadRow, RowKind } from './kinds.ts'
import { locationRows } from './location-rows.ts'
import { groupKeyOf } from './product-groups.ts'
import { productRows } from './product-rows.ts'
import { optionsOf, saveImport, type Locked } from './queries.ts'
import {
  countResults,
  findLastMove,
  listNextRows,
  listWarehousesOf,
  markRepeats,
  markScattered,
  markUndone,
  saveResults,
  type KeptRow,
  type RowResult,
} from './row-queries.ts'
import type { Mapping } from './rules.ts'
import { stockRows } from './stock-rows.ts'

/* One step of the work on a file. The file is held, and what a step did is committed with where the
   next one begins: whoever takes over after a crash goes on there, and no row is written twice. */

const kinds: Record<Locked['kind'], RowKind<never>> = {
  products: productRows as RowKind<never>,
  locations: locationRows as RowKind<never>,
  stock: stockRows as RowKind<never>,
}
const beyondAll = 2_147_483_647

/** Thrown to take everything back when a row of a file fails that is written wholly or not at all. */
export class RowsRefused extends Error {
  readonly results: readonly RowResult[]
  constructor(results: readonly RowResult[]) {
    super('Rows of a file that is written wholly or not at all have failed')
    this.results = results
  }
}

const readingsOf = (file: Locked, rows: readonly KeptRow[]) =>
  mapInSlices(rows, ({ rowNo, cells }) => ({
    rowNo,
    reading: readingOf(
      cells,
      file.mapping as Mapping,
      file.columns.length,
      optionsOf(file.options),
    ),
  }))

/** The most rows of one product that are looked for on either side of a part of the file. */
const mostSiblings = 200

/** Rows as they are read, and the rows of the same products that stand before and behind them. */
async function partOf(
  tx: Tx,
  platformId: string,
  file: Locked,
  kept: readonly KeptRow[],
): Promise<FilePart> {
  const rows = await readingsOf(file, kept)
  const [first, last] = [rows[0], rows.at(-1)]
  const part = { importId: file.id, rows, before: [], behind: [] }
  if ((file.mapping as Mapping)['handle'] === undefined || !first || !last) return part
  const beside = async (row: ReadRow, isBackward: boolean) => {
    const place = { from: row.rowNo, limit: mostSiblings, isBackward }
    const around = await readingsOf(file, await listNextRows(tx, platformId, file.id, place))
    const key = groupKeyOf(row)
    return key === undefined ? [] : around.filter((one) => groupKeyOf(one) === key)
  }
  const before = (await beside(first, true)).toReversed()
  return { ...part, before, behind: await beside(last, false) }
}

/** Checks the next rows; true when these were the last. */
export async function checkStep(tx: Tx, actor: WorkspaceMember, file: Locked, limit: number) {
  const { id: platformId } = actor.platform
  const rows = await listNextRows(tx, platformId, file.id, { from: file.lastRow, limit })
  const part = await partOf(tx, platformId, file, rows)
  const checked = await kinds[file.kind].check(tx, actor, part, false)
  await saveResults(
    tx,
    platformId,
    file.id,
    checked.map(({ outcome, key, mark, ...row }) => ({
      rowNo: row.rowNo,
      state: row.reading.errors.length > 0 ? 'error' : 'valid',
      outcome,
      key,
      mark,
      group: groupKeyOf(row),
      errors: row.reading.errors,
    })),
  )
  if (rows.length === limit) return advance(tx, actor, file, rows)
  const fields: readonly { name: string }[] = importFields[file.kind]
  const column = fields.find(({ name }) => name === 'sku' || name === 'code')?.name ?? ''
  const mark = file.kind === 'stock' ? 'serial' : 'barcode'
  const mapping = file.mapping as Mapping
  await markRepeats(tx, platformId, file.id, { by: 'key', column, at: mapping[column] })
  await markRepeats(tx, platformId, file.id, { by: 'mark', column: mark, at: mapping[mark] })
  const { handle } = mapping
  if (file.kind === 'products' && handle !== undefined)
    await markScattered(tx, platformId, file.id, { column: 'handle', at: handle })
  const counts = await countResults(tx, platformId, file.id)
  await finish(tx, actor, file, { state: 'validated', ...counts, rowsApplied: 0 })
  return true
}

/**
 * Writes the next rows; true when these were the last. A row that has become wrong since it was
 * checked fails alone, or with `RowsRefused` all of them do.
 */
export async function applyStep(tx: Tx, actor: WorkspaceMember, file: Locked, limit: number) {
  const { id: platformId } = actor.platform
  const kind = kinds[file.kind]
  const next = { from: file.lastRow, state: 'valid', limit } as const
  const rows = await listNextRows(tx, platformId, file.id, next)
  const part = await partOf(tx, platformId, file, rows)
  const checked = await kind.check(tx, actor, part, true)
  const planned = checked.flatMap(({ rowNo, plan }) => (plan ? [{ rowNo, plan }] : []))
  const written = await kind.apply(tx, actor, file.id, planned)
  const results = checked.map(
    ({ rowNo, plan, reading: { errors }, outcome, key, mark }): RowResult => ({
      rowNo,
      outcome,
      key,
      mark,
      errors,
      state: plan ? 'applied' : 'error',
      ...written.get(rowNo),
    }),
  )
  if (file.mode === 'all_or_nothing' && planned.length < rows.length)
    throw new RowsRefused(results.filter(({ state }) => state === 'error'))
  await saveResults(tx, platformId, file.id, results)
  if (rows.length === limit) return advance(tx, actor, file, rows)
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
  const next = { from: file.lastRow, state: 'valid', limit: 1 } as const
  const rows = await listNextRows(tx, platformId, file.id, next)
  const errors = [{ ...why, value: '' }]
  const results = rows.map(({ rowNo }) => ({ rowNo, state: 'error' as const, errors }))
  await saveResults(tx, platformId, file.id, results)
  await advance(tx, actor, file, rows)
}

/** Takes the last rows back; true when none is left. Fails where later work depends on them. */
export async function undoStep(tx: Tx, actor: WorkspaceMember, file: Locked, limit: number) {
  const isDone = file.kind === 'stock' ? await undoMove(tx, actor, file) : false
  if (file.kind === 'stock' && !isDone) return false
  if (file.kind !== 'stock') {
    const { id: platformId } = actor.platform
    const from = file.lastRow === 0 ? beyondAll : file.lastRow
    const next = { from, state: 'applied', limit, isBackward: true } as const
    const rows = await listNextRows(tx, platformId, file.id, next)
    await kinds[file.kind].undo(tx, actor, rows)
    if (rows.length > 0) {
      const rowNos = rows.map(({ rowNo }) => rowNo)
      await markUndone(tx, platformId, file.id, { rowNos })
    }
    if (rows.length === limit) return advance(tx, actor, file, rows)
  }
  await finish(tx, actor, file, { state: 'undone', failure: null })
  await record(tx, actor, 'IMPORT_UNDONE', {
    target: { type: 'import', id: file.id, name: file.fileName },
    metadata: { kind: file.kind },
  })
  return true
}

/** Reverses the newest move that is left; true when there is none. */
async function undoMove(tx: Tx, actor: WorkspaceMember, file: Locked): Promise<boolean> {
  const { platform, warehouses, at } = actor
  const moveId = await findLastMove(tx, platform.id, file.id)
  if (moveId === undefined) return true
  const touched = await listWarehousesOf(tx, platform.id, file.id)
  if (warehouses && touched.some((id) => !warehouses.includes(id))) notFound()
  const { possible, blockers } = await previewReversal(tx, actor, moveId)
  // Somebody may have reversed it by hand.
  const isReversed = blockers.some(({ type }) => type === 'already_reversed')
  if (!possible && !isReversed) fail('reversal_blocked', { blockers })
  if (!isReversed) await reverseMove(tx, actor, moveId, undefined)
  const rows = await markUndone(tx, platform.id, file.id, { moveId })
  await saveImport(tx, platform.id, file.id, { rowsDone: file.rowsDone + rows, updatedAt: at })
  return false
}

async function advance(
  tx: Tx,
  { platform, at }: WorkspaceMember,
  file: Locked,
  rows: readonly KeptRow[],
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
