import { z } from 'zod'
import { code, id, instant, line } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { get, patch, post } from '../route.ts'
import { one, version, versioned } from '../workspace/records.ts'

const channelKinds = ['manual', 'api', 'shop'] as const

/** How an order is divided among warehouses when none has all of it. */
export const splitPolicies = ['fewest_shipments', 'priority', 'nearest'] as const
export type SplitPolicy = (typeof splitPolicies)[number]

/** Handling of unavailable quantities: refuse the order, backorder the rest, or cancel the rest. */
export const promiseModes = ['strict', 'backorder', 'cancel_rest'] as const
export type PromiseMode = (typeof promiseModes)[number]

const channelStates = ['active', 'archived'] as const

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
  state: z.enum(channelStates),
  version,
  createdAt: instant,
})
export type Channel = z.output<typeof channel>

const fields = {
  code: code('Code', { min: 1, max: 40 }),
  name: line('Name', { max: 80 }),
  kind: z.enum(channelKinds),
  warehouseIds: idList({ max: [50, 'Choose up to 50 warehouses'] }),
  splitPolicy: z.enum(splitPolicies),
  mode: z.enum(promiseModes),
  confirmsAtOnce: z.boolean(),
}
const created = z.object({
  code: fields.code,
  name: fields.name.default(''),
  kind: fields.kind,
  warehouseIds: fields.warehouseIds.default([]),
  splitPolicy: fields.splitPolicy.default('fewest_shipments'),
  mode: fields.mode.default('backorder'),
  confirmsAtOnce: fields.confirmsAtOnce.default(false),
})

export const channels = {
  list: get('/tenant/:slug/channels', {
    summary: 'Sales channels',
    allow: 'order.read',
    reply: z.object({ items: z.array(channel) }),
  }),
  create: post('/tenant/:slug/channels', {
    summary: 'Create a sales channel',
    allow: 'platform.settings.update',
    body: created,
    status: 201,
    reply: one('channel', channel),
    errors: ['duplicate_key'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/channels/:channelId', {
    summary: 'Update, archive or restore a sales channel',
    allow: 'platform.settings.update',
    body: versioned.extend(z.object({ ...fields, state: z.enum(channelStates) }).partial().shape),
    reply: one('channel', channel),
    errors: ['duplicate_key'],
  }),
}
