import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { arrangement, tables } from '../platforms/table-settings.ts'
import { del, get, patch, post, put } from '../route.ts'

/** Every list whose columns can be arranged has views. */
const screen = z.enum(tables, 'Name a list, such as orders')

/** Filters, search and sort, as in the address of the list. */
const viewQuery = z
  .record(
    z.string().regex(/^[A-Za-z]{1,40}$/, 'This is not a filter'),
    z.string().max(500, 'A filter has at most 500 characters'),
  )
  .refine((query) => Object.keys(query).length <= 30, 'A view has at most 30 filters')

const version = z.int('The version is required')
const name = line('Name', { min: 1, max: 60 })

const view = z.object({
  id,
  screen,
  name: z.string(),
  isOwn: z.boolean(),
  ownerName: z.string().nullable(),
  isShared: z.boolean(),
  /** The list opens with it for this member. */
  isDefault: z.boolean(),
  query: z.record(z.string(), z.string()),
  /** Columns and their order; null leaves the table as the member has it. */
  arrangement: arrangement.nullable(),
  version,
  createdAt: instant,
})
export type SavedView = z.output<typeof view>

const reply = z.object({ view })
const fields = {
  name,
  query: viewQuery,
  arrangement: arrangement.nullable(),
  isShared: z.boolean(),
}
const sharing = [{ permission: 'view.share', when: '`isShared` is true' }] as const

export const savedViews = {
  list: get('/tenant/:slug/views', {
    summary: 'Saved views of a list: own ones and shared ones',
    allow: 'member',
    query: z.object({ screen }),
    reply: z.object({ items: z.array(view) }),
  }),
  create: post('/tenant/:slug/views', {
    summary: 'Save the filters and columns of a list as a view',
    allow: 'member',
    conditionalRights: sharing,
    body: z.object({
      screen,
      name,
      query: fields.query,
      arrangement: fields.arrangement.default(null),
      isShared: fields.isShared.default(false),
    }),
    status: 201,
    reply,
    errors: ['duplicate_key'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/views/:viewId', {
    summary: 'Rename, change or share a view. Shared views of others need `view.share`',
    allow: 'member',
    conditionalRights: sharing,
    body: z.object({ ...z.object(fields).partial().shape, version }),
    reply,
    errors: ['duplicate_key'],
  }),
  remove: del('/tenant/:slug/views/:viewId', {
    summary: 'Delete a view. Shared views of others need `view.share`',
    allow: 'member',
    reply: z.object({}),
  }),
  setDefault: put('/tenant/:slug/me/default-views', {
    summary: 'Choose the view a list opens with, for this member',
    allow: 'member',
    body: z.object({ screen, viewId: id.nullable() }),
    reply: z.object({}),
  }),
}
