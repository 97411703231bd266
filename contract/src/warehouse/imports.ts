import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { csvBody, file, get, post } from '../route.ts'
import { asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { one } from './fields.ts'
import { decimalMarks } from './numbers.ts'

export const importKinds = ['products', 'locations', 'stock'] as const
export type ImportKind = (typeof importKinds)[number]

export const importStates = [
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

type Field = { name: string; label: string; required?: boolean; example: string }

/** What the columns of a file can hold, by kind; `name` is what stands above them in a template. */
export const importFields = {
  products: [
    { name: 'sku', label: 'SKU', required: true, example: 'MUG-1' },
    { name: 'name', label: 'Name', example: 'Mug' },
    { name: 'variant', label: 'Variant', example: 'blue' },
    // Rows with the same one, one below the other, are the variants of one product.
    { name: 'handle', label: 'Product key', example: 'mug' },
    { name: 'option1', label: 'Option 1', example: 'Colour' },
    { name: 'value1', label: 'Value 1', example: 'blue' },
    { name: 'option2', label: 'Option 2', example: '' },
    { name: 'value2', label: 'Value 2', example: '' },
    { name: 'option3', label: 'Option 3', example: '' },
    { name: 'value3', label: 'Value 3', example: '' },
    { name: 'description', label: 'Description', example: 'Holds 0.3 l' },
    { name: 'brand', label: 'Brand', example: 'Acme' },
    { name: 'category', label: 'Category', example: 'Kitchen' },
    { name: 'tags', label: 'Tags', example: 'gift;new' },
    { name: 'shelf_life_days', label: 'Shelf life in days', example: '' },
    { name: 'min_days_receive', label: 'Days left on receipt', example: '' },
    { name: 'min_days_ship', label: 'Days left on shipping', example: '' },
    { name: 'barcode', label: 'Barcode', example: '4006381333931' },
    { name: 'unit', label: 'Unit', example: 'each' },
    { name: 'decimals', label: 'Decimals', example: '0' },
    { name: 'tracking', label: 'Tracking', example: 'none' },
    { name: 'reorder_point', label: 'Reorder point', example: '10' },
    { name: 'weight_g', label: 'Weight', example: '350' },
    { name: 'length_mm', label: 'Length', example: '120' },
    { name: 'width_mm', label: 'Width', example: '85' },
    { name: 'height_mm', label: 'Height', example: '95' },
    { name: 'sell_price', label: 'Price', example: '9.90' },
    { name: 'purchase_price', label: 'Cost', example: '4.20' },
  ],
  locations: [
    { name: 'warehouse', label: 'Warehouse', required: true, example: 'MAIN' },
    { name: 'code', label: 'Code', required: true, example: 'A-01-1' },
    { name: 'zone', label: 'Zone', example: '' },
    { name: 'barcode', label: 'Barcode', example: '' },
    { name: 'kind', label: 'Kind', example: 'bin' },
    { name: 'sequence', label: 'Pick sequence', example: '10' },
    { name: 'x_mm', label: 'Across', example: '' },
    { name: 'y_mm', label: 'Along', example: '' },
    { name: 'pickable', label: 'Pickable', example: 'yes' },
    { name: 'receivable', label: 'Receivable', example: 'yes' },
    { name: 'max_units', label: 'Maximum quantity', example: '' },
    { name: 'max_weight_g', label: 'Most weight', example: '' },
    { name: 'mixed_skus', label: 'Different items', example: 'yes' },
    { name: 'mixed_lots', label: 'Different lots', example: 'yes' },
  ],
  stock: [
    { name: 'sku', label: 'SKU', example: 'MUG-1' },
    { name: 'barcode', label: 'Barcode', example: '' },
    { name: 'warehouse', label: 'Warehouse', required: true, example: 'MAIN' },
    { name: 'location', label: 'Location', required: true, example: 'A-01-1' },
    { name: 'quantity', label: 'Quantity', required: true, example: '12' },
    { name: 'unit', label: 'Unit', example: 'each' },
    { name: 'unit_cost', label: 'Cost of one unit', example: '4.20' },
    { name: 'status', label: 'Status', example: 'available' },
    { name: 'lot', label: 'Lot', example: '' },
    { name: 'expires_on', label: 'Expires on', example: '' },
    { name: 'serial', label: 'Serial number', example: '' },
  ],
} as const satisfies Record<ImportKind, readonly Field[]>

/** Which column of the file, counted from 0, a field is read from. */
const mapping = z.record(z.string().max(40), z.int().min(0).max(500))

export const weightUnits = ['g', 'kg', 'oz', 'lb'] as const
export const lengthUnits = ['mm', 'cm', 'm', 'in'] as const
export type MeasureUnit = (typeof weightUnits)[number] | (typeof lengthUnits)[number]

/** The fields that hold a weight or a length, whatever the kind of the file. */
export const weightFields: readonly string[] = ['weight_g', 'max_weight_g']
export const lengthFields: readonly string[] = [
  'length_mm',
  'width_mm',
  'height_mm',
  'x_mm',
  'y_mm',
]

/** How the numbers of a file are written. */
export const importOptions = z.object({
  /** Without one, a number that can mean two, such as 1.000, is refused. */
  decimalMark: z.enum(decimalMarks).nullable(),
  /** Null until it is known; required where a column holds weights or lengths. */
  weightUnit: z.enum(weightUnits).nullable(),
  lengthUnit: z.enum(lengthUnits).nullable(),
})
export type ImportOptions = z.output<typeof importOptions>

const failure = z.object({
  code: z.string(),
  message: z.string(),
  blockers: z.array(z.looseObject({ type: z.string() })),
})

export const importJob = z.object({
  id,
  kind: z.enum(importKinds),
  mode: z.enum(['valid_rows', 'all_or_nothing']),
  fileName: z.string(),
  state: z.enum(importStates),
  /** What is going on just now; `rowsDone` of `rowsTotal` tells how far it is. */
  busy: z.enum(['validate', 'apply', 'undo']).nullable(),
  rowsDone: z.int(),
  columns: z.array(z.string()),
  mapping,
  options: importOptions,
  rowsTotal: z.int(),
  rowsValid: z.int(),
  rowsFailed: z.int(),
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

/** What is wrong with one cell; `column` is the name of the field, `code` one of the API’s own. */
const rowError = z.object({
  column: z.string(),
  code: z.string(),
  message: z.string(),
  value: z.string(),
})
export type RowError = z.output<typeof rowError>

export const rowStates = ['read', 'valid', 'error', 'applied', 'undone'] as const

const importRow = z.object({
  rowNo: z.int(),
  cells: z.array(z.string()),
  state: z.enum(rowStates),
  outcome: z.enum(['create', 'update', 'unchanged']).nullable(),
  errors: z.array(rowError),
})
export type ImportRow = z.output<typeof importRow>

const verbs = ['invalid_transition', 'permission_denied', 'idempotency_conflict'] as const

export const imports = {
  list: get('/tenant/:slug/imports', {
    summary: 'Imported files',
    allow: 'import.run',
    query: pageQuery.omit({ q: true }).extend({
      kind: words(importKinds).optional(),
      state: words(importStates).optional(),
      sort: sortedBy('-createdAt'),
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
    reply: one('import', importJob),
    errors: [
      'payload_too_large',
      'unsupported_media_type',
      'permission_denied',
      'idempotency_conflict',
    ],
    idempotent: true,
  }),
  template: get('/tenant/:slug/imports/templates/:template', {
    summary: 'An example file with all columns: products.csv, locations.csv or stock.csv',
    allow: 'import.run',
    reply: file,
  }),
  one: get('/tenant/:slug/imports/:importId', {
    summary: 'An import and its progress',
    allow: 'import.run',
    reply: one('import', importJob),
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
    body: z.object({ mapping: mapping.optional(), options: importOptions.optional() }),
    reply: one('import', importJob),
    errors: verbs,
    idempotent: true,
  }),
  apply: post('/tenant/:slug/imports/:importId/apply', {
    summary: 'Apply the rows; a large file is applied in the background',
    allow: 'import.run',
    reply: one('import', importJob),
    errors: verbs,
    idempotent: true,
  }),
  cancel: post('/tenant/:slug/imports/:importId/cancel', {
    summary: 'Cancel an import that isn’t applied',
    allow: 'import.run',
    reply: one('import', importJob),
    errors: verbs,
    idempotent: true,
  }),
  undo: post('/tenant/:slug/imports/:importId/undo', {
    summary: 'Undo an import, unless later work depends on it',
    allow: 'import.run',
    reply: one('import', importJob),
    errors: [...verbs, 'in_use', 'reversal_blocked', 'version_conflict'],
    idempotent: true,
  }),
}
