import { z } from 'zod'
import { line } from '../fields.ts'
import { get, put } from '../route.ts'

/** The tables that members arrange for themselves. */
export const tables = [
  'products',
  'locations',
  'stock',
  'levels',
  'movements',
  'receipts',
  'adjustments',
] as const
export type TableName = (typeof tables)[number]

export const densities = ['compact', 'usual', 'roomy'] as const

const columnNames = z
  .array(line('Column', { min: 1, max: 40 }))
  .max(40, 'A table has at most 40 columns')
  .refine((names) => new Set(names).size === names.length, 'Name each column once')

export const arrangement = z
  .object({
    /** All columns in the order chosen, by the words above them; none for the usual order. */
    columns: columnNames,
    /** Those of them that are not shown. */
    hidden: columnNames,
    density: z.enum(densities, 'Choose how close the rows stand'),
  })
  .refine(({ columns, hidden }) => hidden.every((name) => columns.includes(name)), {
    path: ['hidden'],
    message: 'Only a column of the table can be left out',
  })
export type Arrangement = z.output<typeof arrangement>

export const tableSettings = {
  list: get('/tenant/:slug/me/tables', {
    summary: 'How the member wants tables shown; those never arranged are left out',
    allow: 'member',
    reply: z.object({ items: z.array(z.object({ table: z.enum(tables), arrangement })) }),
  }),
  save: put('/tenant/:slug/me/tables/:table', {
    summary: 'Say which columns of a table are shown, in which order, and how close its rows stand',
    allow: 'member',
    body: arrangement,
    reply: z.object({ arrangement }),
  }),
}
