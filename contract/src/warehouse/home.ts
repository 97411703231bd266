import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { get } from '../route.ts'

/** What waits to be done today; more is added as the product learns to do it. */
export const todayTiles = ['to_receive', 'receiving_bay', 'to_approve', 'on_hold'] as const
export type TodayTile = (typeof todayTiles)[number]

/** What a new workspace has to do, each true or not by what is there. */
export const setupSteps = ['warehouse', 'locations', 'products', 'stock', 'team'] as const
export type SetupStep = (typeof setupSteps)[number]

const reply = z.object({
  /** False until the first movement: before it there is nothing to show. */
  hasData: z.boolean(),
  /** Movements since midnight of the first warehouse. */
  activity: z.object({ movements: z.int() }),
  /** Calls of signed-in members this month (UTC). */
  usage: z.object({ calls: z.int() }),
  security: z.object({
    state: z.enum(['good', 'check']),
    findings: z.array(
      z.object({ code: z.enum(['books_differ', 'never_checked', 'no_second_factor']) }),
    ),
  }),
  /** What this member touched last, newest first. */
  recent: z.array(
    z.object({
      type: z.enum(['receipt', 'adjustment', 'move', 'product', 'location']),
      id: z.string(),
      label: z.string(),
      /** What was moved: one item, and how many others. */
      item: z.object({ sku: z.string(), name: z.string(), others: z.int() }).nullable(),
      at: instant,
    }),
  ),
  today: z.array(
    z.object({ tile: z.enum(todayTiles), count: z.int(), oldestAt: instant.nullable() }),
  ),
  setup: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean() })),
})
export type Home = z.output<typeof reply>

export const home = {
  show: get('/tenant/:slug/home', {
    summary: 'Home: figures, tasks of today and recent items',
    allow: 'member',
    query: z.object({ warehouse: id.optional() }),
    reply,
  }),
}
