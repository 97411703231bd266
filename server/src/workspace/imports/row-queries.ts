import type { ImportRow, RowError } from '@stowage/contract/workspace/imports'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { readPage, type Page, type PageRequest } from '../../database/pages.ts'

type RowState = ImportRow['state']

/** Inserts rows of a file, given as JSON of an array of `FileRow`. */
export async function insertRows(
  tx: Tx,
  platformId: string,
  importId: string,
  json: string,
): Promise<void> {
  await sql`
    insert into tenant.import_rows (platform_id, import_id, row_no, cells)
    select ${platformId}, ${importId}, r."rowNo", r.cells
    from jsonb_to_recordset(${json}::jsonb) as r("rowNo" int, cells jsonb)`.execute(tx)
}

export type SavedRow = {
  rowNo: number
  cells: string[]
  entityId: string | null
  entityVersion: number | null
  outcome: ImportRow['outcome']
  before: unknown
}

export type RowCursor = {
  from: number
  states?: readonly RowState[]
  limit: number
  isBackward?: boolean
}

/** The next rows behind `from` in the order of the file, or before it from the end on. */
export async function listNextRows(
  db: Db,
  platformId: string,
  importId: string,
  { from, states, limit, isBackward = false }: RowCursor,
): Promise<SavedRow[]> {
  const rows = await db
    .selectFrom('tenant.importRows')
    .select(['rowNo', 'cells', 'entityId', 'entityVersion', 'outcome', 'before'])
    .where('platformId', '=', platformId)
    .where('importId', '=', importId)
    .where('rowNo', isBackward ? '<' : '>', from)
    .$if(states !== undefined, (some) => some.where('state', 'in', [...(states ?? [])]))
    .orderBy('rowNo', isBackward ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, cells: row.cells as string[] }))
}

/** Counts the groups of the next valid rows after `from`; without a limit, of all of them. */
export async function countGroups(
  db: Db,
  platformId: string,
  importId: string,
  { from, limit }: { from: number; limit: number | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct r.group_key)::int as count
    from (
      select group_key from tenant.import_rows
      where platform_id = ${platformId} and import_id = ${importId} and row_no > ${from}
        and state = 'valid'
      order by row_no limit ${limit}) r`.execute(db)
  return rows[0]?.count ?? 0
}

export type RowResult = {
  rowNo: number
  state: RowState
  outcome?: ImportRow['outcome'] | undefined
  key?: string | null | undefined
  mark?: string | null | undefined
  /** Key shared by the rows of one group. */
  group?: string | null | undefined
  errors?: readonly RowError[] | undefined
  entityId?: string | null | undefined
  entityVersion?: number | null | undefined
  before?: unknown
  moveId?: string | null | undefined
}

/** Writes the results of rows; what one does not say is emptied. */
export async function saveResults(
  tx: Tx,
  platformId: string,
  importId: string,
  results: readonly RowResult[],
): Promise<void> {
  if (results.length === 0) return
  const places = results.map(({ rowNo }) => rowNo)
  // A file that was read a moment ago has no statistics yet: the range keeps it from being read whole.
  const [from, to] = [Math.min(...places), Math.max(...places)]
  await sql`
    update tenant.import_rows i
    set state = r.state, outcome = r.outcome, key = r.key, mark = r.mark,
      group_key = r."group",
      errors = coalesce(r.errors, '[]'), entity_id = r."entityId",
      entity_version = r."entityVersion", before = r.before, move_id = r."moveId"
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r("rowNo" int, state text,
      outcome text, key text, mark text, "group" text, errors jsonb, "entityId" uuid, "entityVersion" int,
      before jsonb, "moveId" bigint)
    where i.platform_id = ${platformId} and i.import_id = ${importId} and i.row_no = r."rowNo"
      and i.row_no between ${from} and ${to}`.execute(tx)
}

/** Marks those of the file's good rows that say again what an earlier row says, in the cell `at`. */
export async function markRepeats(
  tx: Tx,
  platformId: string,
  importId: string,
  { by, column, at }: { by: 'key' | 'mark'; column: string; at: number | undefined },
): Promise<void> {
  await sql`
    update tenant.import_rows i
    set state = 'error', errors = jsonb_build_array(jsonb_build_object('column', ${column}::text,
      'code', 'duplicate_key', 'message', 'Row ' || d.first || ' of this file has the same',
      'value', coalesce(left(btrim(i.cells ->> ${at ?? null}::int, E' \t\r\n'), 100), '')))
    from (
      select row_no, min(row_no) over (partition by ${sql.ref(by)}) as first
      from tenant.import_rows
      where platform_id = ${platformId} and import_id = ${importId} and state = 'valid'
        and ${sql.ref(by)} is not null
    ) d
    where i.platform_id = ${platformId} and i.import_id = ${importId} and i.row_no = d.row_no
      and d.row_no > d.first`.execute(tx)
}

/** Marks those of the file's good rows that are of one group with rows they do not stand beside; `at` is its cell. */
export async function markScattered(
  tx: Tx,
  platformId: string,
  importId: string,
  { column, at, noun }: { column: string; at: number; noun: string },
): Promise<void> {
  await sql`
    update tenant.import_rows i
    set state = 'error', errors = jsonb_build_array(jsonb_build_object('column', ${column}::text,
      'code', 'validation_failed', 'message',
      'Rows of one ' || ${noun}::text || ' must stand together: the first is row ' || d.first,
      'value', left(btrim(i.cells ->> ${at}::int, E' \t\r\n'), 100)))
    from (
      select row_no, min(row_no) over (partition by group_key) as first,
        count(*) filter (where begins) over (partition by group_key order by row_no) as block
      from (
        select row_no, group_key,
          lag(group_key) over (order by row_no) is distinct from group_key as begins
        from tenant.import_rows
        where platform_id = ${platformId} and import_id = ${importId}
      ) b
      where group_key is not null
    ) d
    where i.platform_id = ${platformId} and i.import_id = ${importId} and i.row_no = d.row_no
      and d.block > 1 and i.state = 'valid'`.execute(tx)
}

/** Marks the file's good rows that were not applied. */
export async function markStopped(
  tx: Tx,
  platformId: string,
  importId: string,
  message: string,
): Promise<void> {
  await sql`
    update tenant.import_rows
    set state = 'error', errors = jsonb_build_array(jsonb_build_object('column', '',
      'code', 'permission_denied', 'message', ${message}::text, 'value', ''))
    where platform_id = ${platformId} and import_id = ${importId} and state = 'valid'`.execute(tx)
}

/** Marks the file's good rows of a group in which another row is wrong. */
export async function markBroken(
  tx: Tx,
  platformId: string,
  importId: string,
  message: string,
): Promise<void> {
  await sql`
    update tenant.import_rows i
    set state = 'error', errors = jsonb_build_array(jsonb_build_object('column', '',
      'code', 'validation_failed', 'message', ${message}::text, 'value', ''))
    where i.platform_id = ${platformId} and i.import_id = ${importId} and i.state = 'valid'
      and i.group_key in (
        select group_key from tenant.import_rows
        where platform_id = ${platformId} and import_id = ${importId} and state = 'error'
          and group_key is not null)`.execute(tx)
}

export async function countResults(db: Db, platformId: string, importId: string) {
  const { rows } = await sql<{
    rowsValid: number
    rowsFailed: number
    rowsSkipped: number
    rowsIncomplete: number
    rowsApplied: number
    creates: number
    updates: number
    unchanged: number
  }>`
    select count(*) filter (where state in ('valid', 'applied', 'undone'))::int as "rowsValid",
      count(*) filter (where state = 'error')::int as "rowsFailed",
      count(*) filter (where state = 'skipped')::int as "rowsSkipped",
      count(*) filter (where state in ('valid', 'applied') and errors <> '[]')::int as "rowsIncomplete",
      count(*) filter (where state = 'applied')::int as "rowsApplied",
      count(*) filter (where state <> 'error' and outcome = 'create')::int as creates,
      count(*) filter (where state <> 'error' and outcome = 'update')::int as updates,
      count(*) filter (where state <> 'error' and outcome = 'unchanged')::int as unchanged
    from tenant.import_rows
    where platform_id = ${platformId} and import_id = ${importId}`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('An aggregate of one row gave none')
  return counted
}

/** The newest move of the file that was not taken back yet; undefined when none is left. */
export async function findLastMove(
  tx: Tx,
  platformId: string,
  importId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('tenant.importRows')
    .select((rows) => rows.fn.max('moveId').as('moveId'))
    .where('platformId', '=', platformId)
    .where('importId', '=', importId)
    .where('state', '=', 'applied')
    .executeTakeFirst()
  return row?.moveId ?? undefined
}

/** Marks the applied rows of a move, or with these numbers, as undone and returns how many. */
export async function markUndone(
  tx: Tx,
  platformId: string,
  importId: string,
  rows: { moveId: string } | { rowNos: readonly number[] },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('tenant.importRows')
    .set({ state: 'undone' })
    .where('platformId', '=', platformId)
    .where('importId', '=', importId)
    .where('state', '=', 'applied')
    .$if('moveId' in rows, (some) => some.where('moveId', '=', 'moveId' in rows ? rows.moveId : ''))
    .$if('rowNos' in rows, (some) =>
      some.where('rowNo', 'in', 'rowNos' in rows ? [...rows.rowNos] : []),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The rows of a file for people to look at. */
export async function listRows(
  db: Db,
  platformId: string,
  importId: string,
  state: readonly RowState[] | undefined,
  page: PageRequest,
): Promise<Page<ImportRow>> {
  const query = db
    .selectFrom('tenant.importRows')
    .select(['rowNo', 'cells', 'state', 'outcome', 'errors'])
    .where('platformId', '=', platformId)
    .where('importId', '=', importId)
    .$if(state !== undefined, (some) => some.where('state', 'in', [...(state ?? [])]))
  const found = await readPage(
    db,
    query,
    { sort: '', keys: [{ column: 'row_no', kind: 'int', of: (row) => String(row.rowNo) }] },
    page,
  )
  const items = found.items.map((row) => ({
    ...row,
    cells: row.cells as string[],
    errors: row.errors as RowError[],
  }))
  return { ...found, items }
}

/** The rows that failed, some at a time. */
export async function* eachFailed(db: Db, platformId: string, importId: string) {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('tenant.importRows')
      .select(['rowNo', 'cells', 'errors'])
      .where('platformId', '=', platformId)
      .where('importId', '=', importId)
      .where('state', '=', 'error')
      .where('rowNo', '>', after)
      .orderBy('rowNo')
      .limit(1_000)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => ({ cells: row.cells as string[], errors: row.errors as RowError[] }))
    after = last.rowNo
  }
}
