import { z } from 'zod'
import { code, id, instant, line } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { get } from '../route.ts'
import { changesOf, recordRoutes } from '../workspace/record-routes.ts'
import { states, version } from '../workspace/records.ts'

const channelKinds = ['manual', 'api', 'shop'] as const

/** Ways to divide an order among warehouses when none has all of it. */
export const splitPolicies = ['fewest_shipments', 'priority', 'nearest'] as const
export type SplitPolicy = (typeof splitPolicies)[number]

/** Handling of unavailable quantities: refuse the order, backorder the rest, or cancel the rest. */
export const promiseModes = ['strict', 'backorder', 'cancel_rest'] as const
export type PromiseMode = (typeof promiseModes)[number]

const channel = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(channelKinds),
  /** Where its orders ship from, first choice first; none for every warehouse, by rank. */
  warehouseIds: z.array(id),
  splitPolicy: z.enum(splitPolicies),
  mode: z.enum(promiseModes),
  /** Orders are confirmed as they are created. */
  confirmsAtOnce: z.boolean(),
  state: z.enum(states),
  version,
  createdAt: instant,
})
export type Channel = z.output<typeof channel>

const created = z.object({
  code: code('Code', { min: 1, max: 40 }),
  name: line('Name', { max: 80 }).default(''),
  kind: z.enum(channelKinds),
  warehouseIds: idList({ max: [50, 'Choose up to 50 warehouses'] }).default([]),
  splitPolicy: z.enum(splitPolicies).default('fewest_shipments'),
  mode: z.enum(promiseModes).default('backorder'),
  confirmsAtOnce: z.boolean().default(false),
})

const { create, update } = recordRoutes('channel', '/tenant/:slug/channels', {
  item: channel,
  created,
  changed: changesOf(created).extend({ state: z.enum(states).optional() }),
  rights: { read: 'order.read', create: 'platform.settings.update' },
  title: 'a sales channel',
  titles: { update: 'Update, archive or restore a sales channel' },
})

export const channels = {
  list: get('/tenant/:slug/channels', {
    summary: 'Sales channels',
    allow: 'order.read',
    reply: z.object({ items: z.array(channel) }),
  }),
  create,
  update,
}
