import { z } from 'zod'
import { blocker } from '../blockers.ts'
import { id, instant } from '../fields.ts'
import { importKinds } from '../import-kinds.ts'
import { csvBody, file, get, post } from '../route.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { decimalMarks } from '../numbers.ts'
import { importFormats, type ImportFormat } from './import-kind.ts'

const importStates = [
  'uploaded',
  'validated',
  'applying',
  'done',
  'done_with_errors',
  'failed',
  'cancelled',
  'undone',
] as const

/** The most rows that are applied together or not at all. */
export const mostAtOnce = 20_000

/** Column of the file, counted from 0, from which each field is read. */
const mapping = z.record(z.string().max(40), z.int().min(0).max(500))

/** Texts by field, for rows in which it is blank. */
const fixed = z.record(z.string().max(40), z.string().trim().max(200))

export const weightUnits = ['g', 'kg', 'oz', 'lb'] as const
export const lengthUnits = ['mm', 'cm', 'm', 'in'] as const
export type MeasureUnit = (typeof weightUnits)[number] | (typeof lengthUnits)[number]

/** Number format of a file. */
const importOptions = z.object({
  /** Without one, a number that can mean two, such as 1.000, is refused. */
  decimalMark: z.enum(decimalMarks).nullable(),
  /** Null until it is known; required where a column holds weights or lengths. */
  weightUnit: z.enum(weightUnits).nullable(),
  lengthUnit: z.enum(lengthUnits).nullable(),
})
export type ImportOptions = z.output<typeof importOptions>

const format = z.enum(Object.keys(importFormats) as [ImportFormat, ...ImportFormat[]])

/** Reasons for which a column was proposed for a field: by the export it is of, the last import, its name, or another word for it. */
const matchReasons = ['format', 'last_import', 'name', 'other_name'] as const
export type MatchReason = (typeof matchReasons)[number]

const failure = z.object({
  code: z.string(),
  message: z.string(),
  blockers: z.array(blocker),
})

const importJob = z.object({
  id,
  kind: z.enum(importKinds),
  mode: z.enum(['valid_rows', 'all_or_nothing']),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Step in progress; `rowsDone` of `rowsTotal` shows how far it is. */
  busy: z.enum(['validate', 'apply', 'undo']).nullable(),
  rowsDone: z.int(),
  columns: z.array(z.string()),
  mapping,
  /** Which export of another system it is; null for any other file. */
  format: format.nullable(),
  /** The kind whose export of another system it is, where that is not the kind it was uploaded as. */
  fits: z
    .object({ kind: z.enum(importKinds), format })
    .nullable()
    .default(null),
  fixed,
  /** Why each column was proposed, by field. */
  matched: z.record(z.string(), z.enum(matchReasons)),
  options: importOptions,
  rowsTotal: z.int(),
  rowsValid: z.int(),
  rowsFailed: z.int(),
  /** Rows that were left out, such as cancelled orders; each says why. */
  rowsSkipped: z.int(),
  /**
   * Rows that are imported and should be looked at, each says why: an order without its customer, or stock of an item
   * that is in the warehouse already.
   */
  rowsIncomplete: z.int(),
  rowsApplied: z.int(),
  creates: z.int(),
  updates: z.int(),
  unchanged: z.int(),
  /** Why it failed, or why the last attempt to undo it was refused. */
  failure: failure.nullable(),
  createdAt: instant,
  createdBy: z.object({ id, name: z.string().nullable() }),
  finishedAt: instant.nullable(),
})
export type ImportJob = z.output<typeof importJob>
const oneImport = z.object({ import: importJob })

/** Problem with one cell; `column` is the name of the field, `code` one of the API’s own. */
const rowError = z.object({
  column: z.string(),
  code: z.string(),
  message: z.string(),
  value: z.string(),
})
export type RowError = z.output<typeof rowError>

const rowStates = ['read', 'valid', 'error', 'skipped', 'applied', 'undone'] as const

const importRow = z.object({
  rowNo: z.int(),
  cells: z.array(z.string()),
  state: z.enum(rowStates),
  outcome: z.enum(['create', 'update', 'unchanged']).nullable(),
  errors: z.array(rowError),
})
export type ImportRow = z.output<typeof importRow>

export const imports = {
  list: get('/tenant/:slug/imports', {
    summary: 'Imported files',
    allow: 'import.run',
    query: pageQuery.omit({ q: true }).extend({
      kind: words(importKinds).optional(),
      state: words(importStates).optional(),
      ...changedSince,
      sort: sortedBy('-createdAt', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(importJob),
  }),
  upload: post('/tenant/:slug/imports', {
    summary: 'Upload a CSV file; nothing changes yet',
    allow: 'import.run',
    query: z.object({
      kind: z.enum(importKinds, 'Choose what the file contains'),
      mode: z.enum(['valid_rows', 'all_or_nothing']).default('valid_rows'),
      fileName: z.string().max(200).default(''),
    }),
    body: csvBody,
    csv: true,
    status: 201,
    reply: oneImport,
    idempotent: true,
  }),
  template: get('/tenant/:slug/imports/templates/:template', {
    summary: 'An example file with all columns, named after its kind, such as products.csv',
    allow: 'import.run',
    reply: file,
  }),
  one: get('/tenant/:slug/imports/:importId', {
    summary: 'An import and its progress',
    allow: 'import.run',
    reply: oneImport,
  }),
  rows: get('/tenant/:slug/imports/:importId/rows', {
    summary: 'The rows of an import with their errors',
    allow: 'import.run',
    query: pageQuery.omit({ q: true }).extend({ state: words(rowStates).optional(), ...asFile }),
    reply: pageOf(importRow),
  }),
  failed: get('/tenant/:slug/imports/:importId/failed.csv', {
    summary: 'The failed rows as a CSV file to correct and import again',
    allow: 'import.run',
    reply: file,
  }),
  validate: post('/tenant/:slug/imports/:importId/validate', {
    summary: 'Check every row and preview the result; changes nothing',
    allow: 'import.run',
    body: z.object({
      mapping: mapping.optional(),
      fixed: fixed.optional(),
      options: importOptions.optional(),
      /** Null reads the file by its columns alone. */
      format: format.nullable().optional(),
    }),
    long: true,
    reply: oneImport,
    errors: ['invalid_transition'],
    idempotent: true,
  }),
  apply: post('/tenant/:slug/imports/:importId/apply', {
    summary: 'Apply the rows; a large file is applied in the background',
    allow: 'import.run',
    long: true,
    reply: oneImport,
    errors: ['invalid_transition'],
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/imports/:importId/cancel', {
    summary: 'Cancel an import that isn’t applied',
    allow: 'import.run',
    reply: oneImport,
    errors: ['invalid_transition'],
    idempotent: true,
  }),
  undo: post('/tenant/:slug/imports/:importId/undo', {
    summary: 'Undo an import, unless later work depends on it',
    allow: 'import.run',
    long: true,
    reply: oneImport,
    errors: ['invalid_transition', 'in_use', 'reversal_blocked', 'version_conflict'],
    idempotent: true,
  }),
}
