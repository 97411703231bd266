import { importFacts, importKinds, type ImportKind } from '@stowage/contract/import-kinds'
import type { Sort } from '@stowage/contract/lists'
import type { ImportFormat } from '@stowage/contract/workspace/import-kind'
import type { ImportJob, ImportOptions } from '@stowage/contract/workspace/imports'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import type { Tables } from '../../database/tables.ts'
import { registered } from '../../registry.ts'
import { recognizeFormat } from './format-rules.ts'
import type { Mapping } from './rules.ts'

const columns = [
  'importId as id',
  'kind',
  'mode',
  'fileName',
  'state',
  'busy',
  'rowsDone',
  'columns',
  'mapping',
  'fixed',
  'format',
  'matched',
  'options',
  'rowsTotal',
  'rowsValid',
  'rowsFailed',
  'rowsSkipped',
  'rowsIncomplete',
  'rowsApplied',
  'creates',
  'updates',
  'unchanged',
  'failure',
  'createdAt',
  'createdBy',
  'finishedAt',
] as const

/** Reader of import files. One limited to some warehouses sees its own and those of no warehouse. */
export type Reader = { id: string; warehouses: readonly string[] | null }

const ofNoWarehouse = importKinds.filter((kind) => !importFacts[kind].isOfWarehouses)

const visible = (db: Db, platformId: string, { id, warehouses }: Reader) =>
  db
    .selectFrom('tenant.imports as i')
    .leftJoin('tenant.members as m', (join) =>
      join.onRef('m.platformId', '=', 'i.platformId').onRef('m.id', '=', 'i.createdBy'),
    )
    .select(columns.map((column) => `i.${column}` as const))
    .select(['m.firstName', 'm.lastName', 'm.email'])
    .where('i.platformId', '=', platformId)
    .$if(warehouses !== null, (some) =>
      some.where((row) =>
        row.or([row('i.kind', 'in', ofNoWarehouse), row('i.createdBy', '=', id)]),
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>

/** Files read in before there were options have none of them. */
export const optionsOf = (kept: unknown): ImportOptions => ({
  decimalMark: null,
  weightUnit: null,
  lengthUnit: null,
  ...(kept as Partial<ImportOptions>),
})

/** Another kind that a file with these columns is a known export of. */
function fittingKind(kind: string, columns: readonly string[]): ImportJob['fits'] {
  for (const other of importKinds) {
    const format = recognizeFormat(registered().imports[other].formats, columns)
    if (format && other !== kind) return { kind: other, format }
  }
  return null
}

function importOf({ firstName, lastName, email, createdBy, ...row }: Row): ImportJob {
  const name = [firstName, lastName].filter(Boolean).join(' ') || email
  return {
    ...row,
    // Only what the contract lists is ever written.
    kind: row.kind as ImportKind,
    mapping: row.mapping as Mapping,
    fixed: row.fixed as ImportJob['fixed'],
    format: row.format as ImportFormat | null,
    fits: row.format === null ? fittingKind(row.kind, row.columns) : null,
    matched: row.matched as ImportJob['matched'],
    options: optionsOf(row.options),
    failure: row.failure as ImportJob['failure'],
    createdBy: { id: createdBy, name },
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

type Filter = {
  kind?: readonly ImportJob['kind'][] | undefined
  state?: readonly ImportJob['state'][] | undefined
  updatedFrom?: string | undefined
  sort: Sort<'createdAt' | 'updatedAt'>
}

export async function listImports(
  db: Db,
  platformId: string,
  reader: Reader,
  { kind, state, updatedFrom, sort }: Filter,
  page: PageRequest,
): Promise<Page<ImportJob>> {
  const query = visible(db, platformId, reader)
    .$if(kind !== undefined, (some) => some.where('i.kind', 'in', [...(kind ?? [])]))
    .$if(state !== undefined, (some) => some.where('i.state', 'in', [...(state ?? [])]))
    .$if(updatedFrom !== undefined, (some) =>
      some.where('i.updatedAt', '>=', new Date(updatedFrom ?? '')),
    )
  const found = await readPage(
    db,
    query,
    orderOf(sort, {
      // An id of ours begins with the moment it was made.
      createdAt: [{ column: 'i.import_id', kind: 'uuid', of: (row) => row.id }],
      updatedAt: [
        { column: 'i.updated_at', kind: 'moment' },
        { column: 'i.import_id', kind: 'uuid', of: (row) => row.id },
      ],
    }),
    page,
  )
  return { ...found, items: found.items.map(importOf) }
}

export async function findImport(
  db: Db,
  platformId: string,
  reader: Reader,
  importId: string,
): Promise<ImportJob | undefined> {
  const row = await visible(db, platformId, reader)
    .where('i.importId', '=', importId)
    .executeTakeFirst()
  return row && importOf(row)
}

export type Locked = NonNullable<Awaited<ReturnType<typeof lockImport>>>

/** Holds the file until commit, so two that work on it take turns. */
export async function lockImport(tx: Tx, platformId: string, importId: string) {
  const file = await tx
    .selectFrom('tenant.imports')
    .select(['importId as id', 'kind', 'mode', 'fileName', 'state', 'busy', 'lastRow', 'rowsDone'])
    .select(['columns', 'mapping', 'fixed', 'format', 'options', 'createdBy'])
    .select(['rowsTotal', 'rowsFailed', 'rowsValid'])
    .where('platformId', '=', platformId)
    .where('importId', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  return (
    file && { ...file, kind: file.kind as ImportKind, format: file.format as ImportFormat | null }
  )
}

export async function insertImport(
  tx: Tx,
  platformId: string,
  row: Omit<Insertable<Tables['tenant.imports']>, 'platformId'>,
): Promise<void> {
  await tx
    .insertInto('tenant.imports')
    .values({ platformId, ...row })
    .execute()
}

export async function saveImport(
  tx: Tx,
  platformId: string,
  importId: string,
  values: Updateable<Tables['tenant.imports']>,
): Promise<void> {
  await tx
    .updateTable('tenant.imports')
    .set(values)
    .where('platformId', '=', platformId)
    .where('importId', '=', importId)
    .execute()
}

/**
 * The mapping that was used last for a file of this kind: by this member, or by anybody with no fields but these, so
 * that nobody is proposed what they may not write.
 */
export async function findLastMapping(
  db: Db,
  platformId: string,
  kind: ImportJob['kind'],
  { memberId, fields }: { memberId: string; fields: readonly string[] },
) {
  const row = await db
    .selectFrom('tenant.imports')
    .select(['columns', 'mapping', 'fixed', 'format', 'options'])
    .where('platformId', '=', platformId)
    .where('kind', '=', kind)
    .where('state', 'not in', ['uploaded', 'cancelled'])
    .where(
      sql<boolean>`(created_by = ${memberId} or (mapping || fixed) - ${[...fields]}::text[] = '{}')`,
    )
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      columns: row.columns,
      mapping: row.mapping as Mapping,
      fixed: row.fixed as ImportJob['fixed'],
      format: row.format as ImportFormat | null,
      options: optionsOf(row.options),
    }
  )
}
