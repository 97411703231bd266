import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { asFile } from '../lists.ts'
import { get, post } from '../route.ts'
import { placeState, placeCode } from './fields.ts'
import { recordRoutes } from '../workspace/record-routes.ts'
import { version } from '../workspace/records.ts'
import { location } from './locations.ts'
import { pickPolicies } from './pick-policies.ts'

const defaults = z.object({
  receive: id.nullable(),
  stage: id.nullable(),
  quarantine: id.nullable(),
  damaged: id.nullable(),
})

const fullAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  /** Two letters of ISO 3166; blank as everything here that was not said. */
  country: z.string(),
})

const warehouse = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(['site', 'transit']),
  timezone: z.string(),
  address: fullAddress,
  /** True if stock of the warehouse can be promised to orders. */
  isSellable: z.boolean(),
  /** Which one is tried first: that of the lowest rank, then by code. */
  rank: z.int(),
  /** Which of its stock is picked first; null for the policy of the workspace. */
  pickPolicy: z.enum(pickPolicies).nullable(),
  state: placeState,
  /** Where goods go or wait unless another place is said. */
  defaultLocations: defaults,
  version,
  createdAt: instant,
})

const isTimezone = (text: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

const timezone = z.string('Choose a time zone').refine(isTimezone, 'Choose a time zone')
const addressPart = (label: string, max: number) => line(label, { max }).default('')

/** Address of a warehouse; parts that are not known are blank. */
export const address = z.object({
  name: addressPart('Name', 120),
  line1: addressPart('Address', 120),
  line2: addressPart('Address line 2', 120),
  postalCode: addressPart('Postal code', 20),
  city: addressPart('City', 80),
  region: addressPart('Region', 80),
  /** As ISO 3166 writes it. */
  country: z
    .string('Country must be text')
    .transform((text) => text.trim().toUpperCase())
    .pipe(z.string().regex(/^([A-Z]{2})?$/, 'Enter a two-letter country code, such as DE'))
    .default(''),
})

const pickPolicy = z.enum(pickPolicies, 'Choose a pick policy').nullable()
const rank = z
  .int('Rank must be a whole number')
  .min(0, 'Rank must be at least 0')
  .max(1_000_000, 'Rank must be at most 1,000,000')

export const newWarehouse = z.object({
  code: placeCode.transform((text) => text.toUpperCase()),
  name: line('Name', { min: 1, max: 80 }),
  timezone: timezone.default('UTC'),
  address: address.prefault({}),
  isSellable: z.boolean().default(true),
  rank: rank.default(0),
  pickPolicy: pickPolicy.default(null),
})

const place = z.uuid('Choose a location')

const warehouseChange = z.object({
  name: line('Name', { min: 1, max: 80 }).optional(),
  timezone: timezone.optional(),
  /** Takes the place of the whole one. */
  address: address.optional(),
  isSellable: z.boolean().optional(),
  rank: rank.optional(),
  pickPolicy: pickPolicy.optional(),
  /** Locations of this warehouse; one that is not named stays. */
  defaultLocations: z
    .object({ receive: place, stage: place, quarantine: place, damaged: place })
    .partial()
    .optional(),
  version,
})

export type Warehouse = z.output<typeof warehouse>

export const warehouses = {
  list: get('/tenant/:slug/warehouses', {
    summary: 'Warehouses the member may see; stock in transit is in a warehouse of kind transit',
    allow: 'location.read',
    query: z.object({ kind: z.enum(['site', 'transit']).optional(), ...asFile }),
    reply: z.object({ items: z.array(warehouse) }),
  }),
  ...recordRoutes('warehouse', '/tenant/:slug/warehouses', {
    item: warehouse,
    created: newWarehouse,
    changed: warehouseChange,
    rights: {
      read: 'location.read',
      create: 'location.create',
      update: 'location.update',
      archive: 'location.archive',
    },
    titles: {
      update: 'Update a warehouse and its default locations',
      archive: 'Archive a warehouse without stock, reservations and open documents',
    },
    errors: { update: [] },
  }),
  create: post('/tenant/:slug/warehouses', {
    summary:
      'Create a warehouse with locations for receiving, staging, quarantine and damaged stock',
    allow: 'location.create',
    body: newWarehouse,
    status: 201,
    reply: z.object({ warehouse, locations: z.array(location) }),
    errors: ['duplicate_key'],
    idempotent: true,
  }),
}
