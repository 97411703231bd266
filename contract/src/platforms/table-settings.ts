import { z } from 'zod'
import { line } from '../fields.ts'
import { get, put } from '../route.ts'

/** Lists whose columns can be arranged, and which have saved views. */
export const tables = [
  'products',
  'locations',
  'stock',
  'levels',
  'movements',
  'receipts',
  'adjustments',
  'lots',
  'orders',
  'customers',
  'backorders',
  'fulfillments',
  'picking',
  'waves',
  'batches',
  'packing',
  'shipments',
  'returns',
  'manifests',
  'exceptions',
] as const
export type TableName = (typeof tables)[number]

const columnName = line('Column', { min: 1, max: 40 })
const columnNames = z
  .array(columnName)
  .max(40, 'A table has at most 40 columns')
  .refine((names) => new Set(names).size === names.length, 'Name each column once')

export const arrangement = z.object({
  /** All columns by title, in display order. Empty means the default order. */
  columns: columnNames,
  /** The hidden ones of these columns. */
  hidden: columnNames,
})

export type Arrangement = z.output<typeof arrangement>

const arrangementChange = arrangement.refine(
  ({ columns, hidden }) => hidden.every((name) => columns.includes(name)),
  { path: ['hidden'], message: 'Only a column of the table can be hidden' },
)

export const tableSettings = {
  list: get('/tenant/:slug/me/tables', {
    summary: 'Table settings of the member; tables without settings are left out',
    allow: 'member',
    reply: z.object({ items: z.array(z.object({ table: z.enum(tables), arrangement })) }),
  }),
  save: put('/tenant/:slug/me/tables/:table', {
    summary: 'Set which columns of a table are shown, and their order',
    allow: 'member',
    body: arrangementChange,
    reply: z.object({ arrangement }),
  }),
}
