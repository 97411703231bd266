import { z } from 'zod'
import { id, line } from '../fields.ts'
import { idList } from '../id-lists.ts'
import { get, patch, post, put } from '../route.ts'
import { asFile } from '../lists.ts'
import { version } from '../workspace/records.ts'
import { pickPolicies } from './pick-policies.ts'

const appliesTo = [
  'adjust_up',
  'adjust_down',
  'scrap',
  'return',
  'count',
  'short_pick',
  'status',
] as const

const packScans = ['required', 'optional'] as const
const costingMethods = ['avco', 'fifo'] as const
const backorders = ['deny', 'allow'] as const
const costingScopes = ['warehouse', 'platform'] as const

const settingsOfWarehouse = z.object({
  currency: z.string(),
  costingMethod: z.enum(costingMethods),
  /** Valuation scope: stock of each warehouse separately, or of all warehouses together. */
  costingScope: z.enum(costingScopes),
  /** Adjustments worth more wait for approval; null approves all. */
  adjustApprovalAbove: z.string().nullable(),
  separateDuties: z.boolean(),
  /** With `optional`, a packer may pack by quantity, without scanning each item. */
  packScan: z.enum(packScans),
  /** True if a short pick puts the quantity the location should still have on hold. */
  shortPickHolds: z.boolean(),
  /** Which stock is picked first, unless the release or the product says otherwise. */
  pickPolicy: z.enum(pickPolicies),
  /** Whether orders may wait for stock of the products that have no rule of their own. */
  backorders: z.enum(backorders),
  demo: z.enum(['small', 'large']).nullable(),
  version,
})
export type WarehouseSettings = z.output<typeof settingsOfWarehouse>

/** Checks whether a currency has this code (ISO 4217), current or historical. */
export const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)
export const noCurrency = 'This currency doesn’t exist'

const reason = z.object({
  code: z.string(),
  name: z.string(),
  applies: z.array(z.enum(appliesTo)),
  requiresNote: z.boolean(),
  state: z.enum(['active', 'archived']),
  version,
})
export type Reason = z.output<typeof reason>

const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter an amount, such as 250')
  .nullable()

export const settings = {
  myPermissions: get('/tenant/:slug/me/permissions', {
    summary: 'Permissions and warehouses of the member, and whether the data is an example',
    allow: 'member',
    reply: z.object({
      permissions: z.array(z.string()),
      warehouses: z.union([z.literal('all'), z.array(id)]),
      /** The size of the example data the workspace holds; null where all is one's own. */
      demo: settingsOfWarehouse.shape.demo,
    }),
  }),
  warehouse: get('/tenant/:slug/settings/warehouse', {
    summary: 'Stock rules of the workspace',
    allow: 'stock.read',
    reply: z.object({ settings: settingsOfWarehouse }),
  }),
  updateWarehouse: patch('/tenant/:slug/settings/warehouse', {
    summary: 'Update the stock rules of the workspace',
    allow: 'platform.settings.update',
    body: z.object({
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, such as EUR')
        .refine(isCurrency, noCurrency)
        .optional(),
      /** Currency, method and scope can change only before anything was received. */
      costingMethod: z.enum(costingMethods).optional(),
      costingScope: z.enum(costingScopes).optional(),
      adjustApprovalAbove: amount.optional(),
      separateDuties: z.boolean().optional(),
      packScan: z.enum(packScans).optional(),
      shortPickHolds: z.boolean().optional(),
      pickPolicy: z.enum(pickPolicies).optional(),
      /** Products without a rule of their own follow within seconds of a change. */
      backorders: z.enum(backorders).optional(),
      version,
    }),
    reply: z.object({ settings: settingsOfWarehouse }),
    errors: ['frozen'],
  }),
  reasons: get('/tenant/:slug/stock/reasons', {
    summary: 'Reasons for stock changes',
    allow: 'stock.read',
    query: z.object(asFile),
    reply: z.object({ items: z.array(reason) }),
  }),
  createReason: post('/tenant/:slug/stock/reasons', {
    summary: 'Add reason',
    allow: 'platform.settings.update',
    body: z.object({
      code: z.string().regex(/^[a-z][a-z0-9_]{1,39}$/, 'Use lower-case letters, digits and _'),
      name: line('Name', { min: 1, max: 80 }),
      applies: z.array(z.enum(appliesTo)).min(1, 'Choose at least one use'),
      requiresNote: z.boolean().default(false),
    }),
    status: 201,
    reply: z.object({ reason }),
    errors: ['duplicate_key'],
    idempotent: true,
  }),
  updateReason: patch('/tenant/:slug/stock/reasons/:code', {
    summary: 'Rename or archive a reason',
    allow: 'platform.settings.update',
    body: z.object({
      name: line('Name', { min: 1, max: 80 }).optional(),
      applies: z.array(z.enum(appliesTo)).min(1).optional(),
      requiresNote: z.boolean().optional(),
      state: z.enum(['active', 'archived']).optional(),
      version,
    }),
    reply: z.object({ reason }),
  }),
  members: get('/tenant/:slug/settings/members', {
    summary: 'Members with their warehouses; an empty list means all',
    allow: 'platform.member.read',
    reply: z.object({
      items: z.array(
        z.object({
          id,
          email: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          role: z.string(),
          warehouseIds: z.array(id),
        }),
      ),
    }),
  }),
  memberWarehouses: get('/tenant/:slug/settings/members/:memberId/warehouses', {
    summary: 'Warehouses a member may see; an empty list means all',
    allow: 'platform.member.read',
    reply: z.object({ warehouseIds: z.array(id) }),
  }),
  setMemberWarehouses: put('/tenant/:slug/settings/members/:memberId/warehouses', {
    summary: 'Limit a member to some warehouses',
    allow: 'platform.member.update',
    body: z.object({ warehouseIds: idList({ max: [200, 'Choose up to 200 warehouses'] }) }),
    reply: z.object({ warehouseIds: z.array(id) }),
  }),
}
