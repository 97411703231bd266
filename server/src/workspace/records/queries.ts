import { foldKey } from '@stowage/contract/folding'
import type { AuditAction } from '@stowage/contract/audit-actions'
import type {
  AddedPayload,
  EventArea,
  EventName,
  SharedPayload,
} from '@stowage/contract/workspace/event-types'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { givenRecords } from '../../database/given.ts'
import { prepareRead, runPipelined, runPrepared } from '../../database/prepared.ts'
import { refs, rowOf, snakeCase, type Scoped } from '../documents/queries.ts'
import { notFound } from '../../errors.ts'
import type { Used } from '../documents/rules.ts'

/** The fields every record has; its row may have more. */
export type RecordRow = { id: string; version: number }

/** The nouns of records: their changes name the fields. */
export type RecordArea = {
  [Area in EventArea]: 'updated' extends EventName<Area>
    ? AddedPayload<Area, 'updated'> extends { changed: string[] }
      ? Area
      : never
    : never
}[EventArea]

/** Description of the changes of a kind of record, for the log and events. */
export interface DescribedKind<Row extends RecordRow, Area extends RecordArea> {
  /** The noun in refusals, audit entries and events: `zone`. */
  type: Area
  /** The audit actions that are called otherwise than their event. */
  actions?: Partial<Record<EventName<Area>, AuditAction>>
  /** Returns its name in the audit log: its code. */
  nameOf: (row: Row) => string
  /** Returns the payload shared by its events. */
  carried: (row: Row) => SharedPayload<Area> & { warehouseId?: string }
}

/** The table of a kind of record. Columns are named as in a row, in camel case. */
interface RecordTable {
  table: string
  /** The column with the id: `zoneId`. */
  key: string
  /** Columns that are read and written, beside those of every record. */
  columns: readonly string[]
  /** Columns that are only read, such as `createdAt`. */
  readOnly?: readonly string[]
  /** Fields that are read by an expression; its SQL calls the record `r`. */
  computed?: Record<string, RawBuilder<unknown>>
  /** The column whose folded text only one record can have, in `<code>Key`. */
  code: string
  /** Only one of those with the same value in this column can have it. */
  within?: string
  /** Its table says who created and who changed a record. */
  hasAuthors?: true
  /** Records of a warehouse are seen by those who see it: its id is in the column `warehouseId` and in each event. */
  isOfWarehouse?: true
  /** The texts it is searched by, folded in the column `search` with a line for each. */
  searched?: readonly string[]
}

/** A kind of record as its module declares it. */
export interface RecordDefinition<Row extends RecordRow, Area extends RecordArea>
  extends RecordTable, DescribedKind<Row, Area> {
  key: `${Area}Id`
  columns: readonly (keyof Row & string)[]
  readOnly?: readonly (keyof Row & string)[]
  code: keyof Row & string
  within?: keyof Row & string
  searched?: readonly (keyof Row & string)[]
  /** Returns the values of columns with other names, for the whole row as it is then. */
  stored?: (row: Row) => Record<string, unknown>
  /** The states that can follow those of a row. Default: it can be archived, and restored. */
  stepsOf?: (row: Row) => Record<RecordState, readonly RecordState[]>
  /** Archived only while nothing uses it. */
  used?: Used
}

/** Who writes a record, and when. */
type Writer = { platform: { id: string }; id: string | null; at: Date }

export type RecordState = 'active' | 'archived'

/** A kind of record with its prepared statements. */
export interface RecordKind<
  Row extends RecordRow,
  Area extends RecordArea,
> extends RecordDefinition<Row, Area> {
  find: (db: Db, platformId: string, id: string) => Promise<Record<string, unknown> | undefined>
  findByKey: (
    db: Db,
    platformId: string,
    key: string,
    within: unknown,
  ) => Promise<Record<string, unknown> | undefined>
}

export const defineRecord = <Row extends RecordRow, Area extends RecordArea>(
  definition: RecordDefinition<Row, Area>,
): RecordKind<Row, Area> => ({
  ...definition,
  find: prepareRead((db: Db, platformId: string, id: string) =>
    rowsOf(db, definition, platformId).where(sql<boolean>`${refOf(definition.key)} = ${id}`),
  ),
  findByKey: prepareRead((db: Db, platformId: string, key: string, within: unknown) => {
    const found = rowsOf(db, definition, platformId).where(
      sql<boolean>`${refOf(`${definition.code}Key`)} = ${key}`,
    )
    if (definition.within === undefined) return found
    return found.where(sql<boolean>`${refOf(definition.within)} is not distinct from ${within}`)
  }),
})

const refOf = (name: string) => sql.ref(`r.${name}`)

/** Records `r` of a platform. */
function rowsOf(
  db: Db,
  { table, key, columns, readOnly = [], computed = {} }: RecordTable,
  platformId: string,
) {
  const own = ['version', ...columns, ...readOnly].filter((name) => !(name in computed))
  return db
    .selectFrom(sql<Record<string, unknown>>`${sql.table(table)}`.as('r'))
    .select(sql<string>`${refOf(key)}`.as('id'))
    .select(own.map((name) => sql<unknown>`${refOf(name)}`.as(name)))
    .select(Object.entries(computed).map(([name, column]) => column.as(name)))
    .where(sql<boolean>`r.platform_id = ${platformId}`)
}

type Rows = ReturnType<typeof rowsOf>

/** Returns the query of the records `r` in sight. */
export const visibleRows = <Row extends RecordRow, Area extends RecordArea>(
  db: Db,
  kind: RecordKind<Row, Area>,
  { platform, warehouses }: Scoped,
): Rows =>
  rowsOf(db, kind, platform.id).$if(kind.isOfWarehouse === true && warehouses !== null, (some) =>
    some.where(sql<boolean>`r.warehouse_id = any (${warehouses}::uuid[])`),
  )

/** Records in sight, in the order of these columns. */
export async function listRecords<Row extends RecordRow, Area extends RecordArea>(
  db: Db,
  kind: RecordKind<Row, Area>,
  actor: Scoped,
  order: readonly string[],
  narrow: (rows: Rows) => Rows = (rows) => rows,
): Promise<Row[]> {
  const rows = narrow(visibleRows(db, kind, actor))
  const found = await rows.orderBy(sql`${sql.join(order.map(refOf))}`).execute()
  return found.map((row) => rowOf<Row>(row))
}

/** Undefined for one that is not there or out of the member's sight. */
export async function findRecord<Row extends RecordRow, Area extends RecordArea>(
  db: Db,
  kind: RecordKind<Row, Area>,
  actor: Scoped,
  id: string,
): Promise<Row | undefined> {
  const row = await kind.find(db, actor.platform.id, id)
  return row && seen(kind, actor, rowOf<Row>(row))
}

function seen<Row extends RecordRow, Area extends RecordArea>(
  { carried }: RecordKind<Row, Area>,
  { warehouses }: Scoped,
  row: Row,
): Row | undefined {
  const { warehouseId } = carried(row)
  if (warehouses === null || warehouseId === undefined) return row
  return warehouses.includes(warehouseId) ? row : undefined
}

/** Fails with `not_found` for one that is not there or out of the member's sight. */
export const getRecord = async <Row extends RecordRow, Area extends RecordArea>(
  db: Db,
  kind: RecordKind<Row, Area>,
  actor: Scoped,
  id: string,
): Promise<Row> => (await findRecord(db, kind, actor, id)) ?? notFound()

/** `key share` keeps a record from being archived and lets others add to it, `update` waits for those as well. */
export type Strength = 'key share' | 'no key update' | 'update'

/** Holds a record until commit. Undefined for one that is not there or out of the member's sight. */
export async function lockRecord<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  actor: Scoped,
  id: string,
  strength: Strength,
): Promise<Row | undefined> {
  const rows = rowsOf(tx, kind, actor.platform.id)
    .where(sql<boolean>`${refOf(kind.key)} = ${id}`)
    .modifyEnd(sql`for ${sql.raw(strength)}`)
  const [row] = await runPrepared(tx, rows)
  return row && seen(kind, actor, rowOf<Row>(row))
}

/**
 * Returns the records in sight with these ids, or these keys of codes, in the order of their ids. With a strength they
 * are held until commit.
 */
export async function findRecords<Row extends RecordRow, Area extends RecordArea>(
  db: Db,
  kind: RecordKind<Row, Area>,
  actor: Scoped,
  by: { ids: readonly string[] } | { keys: readonly string[] },
  strength?: Strength,
): Promise<Row[]> {
  if (('ids' in by ? by.ids : by.keys).length === 0) return []
  const isMeant =
    'ids' in by
      ? sql<boolean>`${refOf(kind.key)} = any (${[...by.ids]}::uuid[])`
      : sql<boolean>`${refOf(`${kind.code}Key`)} = any (${[...by.keys]}::text[])`
  const rows = await rowsOf(db, kind, actor.platform.id)
    .where(isMeant)
    .orderBy(refOf(kind.key))
    .$if(strength !== undefined, (some) => some.modifyEnd(sql`for ${sql.raw(strength ?? '')}`))
    .execute()
  return rows.flatMap((row) => seen(kind, actor, rowOf<Row>(row)) ?? [])
}

/** Returns the record in sight that has the code of this one, where there can be only one. */
export async function findTaken<Row extends RecordRow, Area extends RecordArea>(
  db: Db,
  kind: RecordKind<Row, Area>,
  actor: Scoped,
  row: Partial<Row>,
): Promise<Row | undefined> {
  const { code, within } = kind
  const key = foldKey(String(row[code] ?? ''))
  const found = await kind.findByKey(db, actor.platform.id, key, within && (row[within] ?? null))
  return found && seen(kind, actor, rowOf<Row>(found))
}

/** Returns the values written for a row, by the names of its columns in the database. */
function storedOf<Row extends RecordRow, Area extends RecordArea>(
  { columns, code, searched, stored }: RecordKind<Row, Area>,
  row: Row,
  given: (name: string) => boolean = () => true,
): [string, unknown][] {
  return Object.entries({
    ...Object.fromEntries(columns.filter(given).map((name) => [name, row[name]])),
    ...(given(code) && { [`${code}Key`]: foldKey(String(row[code])) }),
    ...(searched && { search: foldKey(searched.map((name) => row[name]).join('\n')) }),
    ...stored?.(row),
  })
}

const jsonOf = (values: readonly [string, unknown][]) =>
  Object.fromEntries(values.map(([name, value]) => [snakeCase(name), value]))

/**
 * Inserts records, in one statement. One whose id or code is taken makes that fail, is left as it is with `skip`, or is
 * written over where it has the same id, with `overwrite`. Returns the ids of those that were written.
 */
export async function writeRecords<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  { platform: { id: platformId }, id: by, at }: Writer,
  rows: readonly Row[],
  taken: 'fail' | 'skip' | 'overwrite' = 'fail',
): Promise<ReadonlySet<string>> {
  const [first] = rows
  if (!first) return new Set()
  const { table, key, hasAuthors = false } = kind
  const names = storedOf(kind, first).map(([name]) => name)
  const given = rows.map((row) => {
    const times = {
      createdAt: at,
      updatedAt: at,
      ...(hasAuthors && { createdBy: by, updatedBy: by }),
      ...('createdAt' in row && { createdAt: row.createdAt }),
    }
    return jsonOf([[key, row.id], ...storedOf(kind, row), ...Object.entries(times)])
  })
  const updated = hasAuthors ? ['updatedAt', 'updatedBy'] : ['updatedAt']
  const created = hasAuthors ? ['createdAt', 'createdBy'] : ['createdAt']
  const all = [key, ...names, ...created, ...updated]
  const over = [...names, ...updated].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
  )
  const otherwise = {
    fail: sql``,
    skip: sql`on conflict do nothing`,
    overwrite: sql`on conflict (platform_id, ${sql.ref(key)}) do update
      set ${sql.join(over)}, version = r.version + 1`,
  }[taken]
  const written = await runPrepared(
    tx,
    sql<{ id: string }>`
      insert into ${sql.table(table)} as r (platform_id, ${refs(all)})
      select ${platformId}, ${refs(all.map((name) => `n.${name}`))}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given)}::jsonb) as n
      ${otherwise}
      returning ${sql.ref(`r.${key}`)} as id`,
  )
  return new Set(written.map(({ id }) => id))
}

/**
 * Writes these fields and the next version of locked records. Returns the new version of each by its id. A kind that
 * stores more than its columns takes whole rows.
 */
export async function updateRecords<Row extends RecordRow, Area extends RecordArea>(
  tx: Tx,
  kind: RecordKind<Row, Area>,
  { platform, id: by, at }: Writer,
  rows: readonly (Partial<Row> & { id: string })[],
  names: readonly string[],
): Promise<Map<string, number>> {
  const { table, key, hasAuthors } = kind
  const written = rows.map((row) => [
    [key, row.id],
    // What is not among the names is not read.
    ...storedOf(kind, row as Row, (name) => names.includes(name)),
    ['updatedAt', at],
    ...(hasAuthors ? [['updatedBy', by]] : []),
  ]) as [string, unknown][][]
  const [[, ...first] = [], ...others] = written
  if (first.length === 0) return new Map()
  const set = first.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`n.${name}`)}`)
  const isMeant = others.length === 0 ? sql`${rows[0]?.id}` : sql.ref(`n.${key}`)
  const updated = await runPipelined(
    tx,
    sql<{ id: string; version: number }>`
      update ${sql.table(table)} r set ${sql.join(set)}, version = r.version + 1
      from ${givenRecords(table, JSON.stringify(written.map(jsonOf)))} n
      where r.platform_id = ${platform.id} and ${refOf(key)} = ${isMeant}
      returning ${refOf(key)} as id, r.version`,
  )
  return new Map(updated.map(({ id, version }) => [id, version]))
}
