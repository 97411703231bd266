import { z } from 'zod'
import { instant } from './fields.ts'
import { del, get, post } from './route.ts'

const demoSizes = ['small', 'large'] as const
export type DemoSize = (typeof demoSizes)[number]

const counts = z.object({
  warehouses: z.int(),
  locations: z.int(),
  skus: z.int(),
  receipts: z.int(),
  moves: z.int(),
  adjustments: z.int(),
  /** About so many rows of the ledger. */
  movements: z.int(),
  orders: z.int(),
})
export type DemoCounts = z.output<typeof counts>

const run = z.object({
  /** `none` before anything was asked for and after all was taken away. */
  state: z.enum(['none', 'loading', 'loaded', 'removing', 'failed']),
  size: z.enum(demoSizes).nullable(),
  /** Current step as text. `percent` is 0 to 100. */
  step: z.string(),
  percent: z.int(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
})
export type DemoRun = z.output<typeof run>

export const demo = {
  show: get('/tenant/:slug/demo', {
    summary: 'Progress of the example data, and the contents of each size',
    allow: 'platform.settings.read',
    reply: z.object({ demo: run, sizes: z.object({ small: counts, large: counts }) }),
  }),
  load: post('/tenant/:slug/demo', {
    summary: 'Load example data into an empty workspace; continues after the reply',
    allow: 'platform.settings.update',
    body: z.object({ size: z.enum(demoSizes, 'Choose small or large') }),
    status: 202,
    reply: z.object({ demo: run }),
    errors: ['not_empty', 'invalid_transition'],
    idempotent: true,
  }),
  remove: del('/tenant/:slug/demo', {
    summary: 'Remove the example data and all other warehouse data of the workspace',
    allow: 'platform.settings.update',
    status: 202,
    reply: z.object({ demo: run }),
    errors: ['not_empty', 'invalid_transition'],
  }),
}
