import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { recentTypes, setupSteps, todayTiles } from '../home-kinds.ts'
import { get } from '../route.ts'

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
  /** Records this member worked on last, newest first. */
  recent: z.array(
    z.object({
      type: z.enum(recentTypes),
      id: z.string(),
      label: z.string(),
      /** Item that was moved, and how many others. */
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
