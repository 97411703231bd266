import { isDeepStrictEqual } from 'node:util'
import { fieldsOf, importFacts } from '@stowage/contract/import-kinds'
import type { Input } from '@stowage/contract/route'
import type { ImportField } from '@stowage/contract/workspace/import-kind'
import {
  mostAtOnce,
  type ImportJob,
  type ImportOptions,
  type imports,
} from '@stowage/contract/workspace/imports'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { registered } from '../../registry.ts'
import type { CsvFile } from './csv-file.ts'
import { hasContacts } from './files.ts'
import { recognizeFormat } from './format-rules.ts'
import { continueLater } from './jobs.ts'
import {
  findImport,
  findLastMapping,
  insertImport,
  lockImport,
  optionsOf,
  saveImport,
  type Locked,
} from './queries.ts'
import type { FileRow } from './reading.ts'
import { insertRows } from './row-queries.ts'
import {
  allowedFrom,
  mappingProblem,
  mayStep,
  optionsProblem,
  stateAfter,
  suggestMapping,
  suggestOptions,
} from './rules.ts'

const columnsOf = (kind: ImportJob['kind']) => ({
  ...registered().imports[kind],
  fields: fieldsOf(kind),
})

/** Keeps a file with its rows and says how its columns might be meant. */
export async function uploadFile(
  tx: Tx,
  actor: WorkspaceMember,
  { kind, mode, fileName }: Input<typeof imports.upload>['query'],
  file: CsvFile,
): Promise<ImportJob> {
  const { platform, id: createdBy, at } = actor
  const { rowCount: rowsTotal } = file
  if (rowsTotal === 0) failField('file', 'The file has no rows below its header row.')
  if (mode === 'all_or_nothing' && rowsTotal > mostAtOnce)
    failField('file', `Only files of up to ${mostAtOnce} rows can be applied all or nothing.`)
  const columns = file.header.map((cell) => cell.trim().slice(0, 200))
  const known = columnsOf(kind)
  const [last, onlyChoices] = await Promise.all([
    findLastMapping(tx, platform.id, kind, {
      memberId: createdBy,
      fields: fieldsOf(kind)
        .filter((field) => mayWrite(actor, field))
        .map(({ name }) => name),
    }),
    known.suggestFixed?.(tx, actor),
  ])
  const format = recognizeFormat(known.formats, columns) ?? null
  const { mapping, matched } = suggestMapping(
    known,
    columns,
    last,
    format === null ? undefined : known.formats?.[format],
  )
  const importId = newId()
  await insertImport(tx, platform.id, {
    importId,
    kind,
    mode,
    fileName,
    columns,
    rowsTotal,
    mapping: JSON.stringify(mapping),
    fixed: JSON.stringify({ ...onlyChoices, ...last?.fixed }),
    format,
    matched: JSON.stringify(matched),
    createdAt: at,
    createdBy,
    updatedAt: at,
  })
  let options: ImportOptions | undefined
  for await (const rows of file.rows()) {
    // The first thousand rows show how the others are written.
    options ??= suggestOptions(known, columns, mapping, cellsOf(rows), last)
    // Those exports are written for programs.
    if (format !== null) options.decimalMark ??= '.'
    await insertRows(tx, platform.id, importId, rows)
  }
  await saveImport(tx, platform.id, importId, { options: JSON.stringify(options ?? {}) })
  await record(tx, actor, 'IMPORT_UPLOADED', {
    target: { type: 'import', id: importId, name: fileName },
    metadata: { kind, mode, rows: rowsTotal },
  })
  return getImport(tx, actor, importId)
}

export async function beginCheck(
  tx: Tx,
  actor: WorkspaceMember,
  importId: string,
  { mapping, fixed, options, format }: Input<typeof imports.validate>['body'],
): Promise<void> {
  const file = await getIdle(tx, actor, importId, 'validate')
  const used = mapping ?? (file.mapping as Record<string, number>)
  // A column with contact details would show as one of another field.
  const isReadAnew = format !== undefined && format !== file.format
  if (isReadAnew || !isDeepStrictEqual(used, file.mapping)) requireContacts(actor, file)
  const texts = fixed ?? (file.fixed as Record<string, string>)
  const message = mappingProblem(columnsOf(file.kind), used, file.columns.length, texts)
  if (message) failField('mapping', message)
  const written = options ?? optionsOf(file.options)
  const missing = optionsProblem(fieldsOf(file.kind), used, written)
  if (missing) failField('options', missing)
  await begin(tx, actor, file, {
    busy: 'validate',
    failure: null,
    mapping: JSON.stringify(used),
    fixed: JSON.stringify(texts),
    options: JSON.stringify(written),
    ...(format !== undefined && { format }),
  })
}

const cellsOf = (rows: string) => (JSON.parse(rows) as FileRow[]).map(({ cells }) => cells)

export async function beginApply(tx: Tx, actor: WorkspaceMember, importId: string): Promise<void> {
  const file = await getIdle(tx, actor, importId, 'apply')
  if (file.rowsValid === 0 || (file.mode === 'all_or_nothing' && file.rowsFailed > 0))
    fail('invalid_transition', {
      message: file.rowsValid === 0 ? 'No row can be applied.' : 'Some rows have errors.',
      blockers: [{ type: 'rows', failed: file.rowsFailed }],
    })
  await registered().imports[file.kind].requireApply?.(tx, actor)
  await begin(tx, actor, file, { busy: 'apply', state: 'applying', failure: null })
}

export async function beginUndo(tx: Tx, actor: WorkspaceMember, importId: string): Promise<void> {
  const file = await getIdle(tx, actor, importId, 'undo')
  await begin(tx, actor, file, { busy: 'undo', failure: null })
}

export async function cancelImport(
  tx: Tx,
  actor: WorkspaceMember,
  importId: string,
): Promise<ImportJob> {
  const file = await getIdle(tx, actor, importId, 'cancel')
  const { at } = actor
  const values = { state: 'cancelled', updatedAt: at, finishedAt: at } as const
  await saveImport(tx, actor.platform.id, file.id, values)
  return getImport(tx, actor, importId)
}

async function begin(
  tx: Tx,
  actor: WorkspaceMember,
  file: Locked,
  values: Parameters<typeof saveImport>[3],
): Promise<void> {
  const fresh = { lastRow: 0, rowsDone: 0, finishedAt: null, updatedAt: actor.at }
  await saveImport(tx, actor.platform.id, file.id, { ...fresh, ...values })
  await continueLater(tx, file.id, actor)
}

/** The file, held, when this can be done with it now and by this member. */
async function getIdle(
  tx: Tx,
  actor: WorkspaceMember,
  importId: string,
  verb: 'validate' | 'apply' | 'cancel' | 'undo',
): Promise<Locked> {
  await getImport(tx, actor, importId)
  const file = (await lockImport(tx, actor.platform.id, importId)) ?? notFound()
  requireKind(actor, file.kind)
  if (file.busy || !mayStep(verb, file.state)) {
    const allowed = file.busy ? [] : allowedFrom(file.state)
    const steps = { from: file.busy ?? file.state, to: stateAfter(verb), allowed }
    fail('invalid_transition', { blockers: [{ type: 'import', ...steps }] })
  }
  return file
}

/** Reading in what one could not add by hand is refused with the right it takes. */
export function requireKind({ holds }: WorkspaceMember, kind: ImportJob['kind']): void {
  const { right } = importFacts[kind]
  if (holds.has(right)) return
  fail('permission_denied', { details: [{ path: 'permission', message: right }] })
}

type Owned = { kind: ImportJob['kind']; createdBy: string }
const contacts = 'customer.pii.read'

/** Checks whether a member may see the contact details in a file; always true for their own file. */
export const maySee = ({ id, holds }: WorkspaceMember, { kind, createdBy }: Owned): boolean =>
  holds.has(contacts) || id === createdBy || !hasContacts(kind)

/** Checks whether a member may write a field of a file. */
const mayWrite = ({ holds }: WorkspaceMember, { right, isContact }: ImportField): boolean =>
  (right === undefined || holds.has(right)) && (!isContact || holds.has(contacts))

export function requireContacts(actor: WorkspaceMember, file: Owned): void {
  if (maySee(actor, file)) return
  fail('permission_denied', { details: [{ path: 'permission', message: contacts }] })
}

export const getImport = async (
  tx: Db,
  actor: WorkspaceMember,
  importId: string,
): Promise<ImportJob> => (await findImport(tx, actor.platform.id, actor, importId)) ?? notFound()
