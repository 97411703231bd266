import { z } from 'zod'
import { code, email, id, instant, line, paragraph } from '../fields.ts'
import { changesOf, recordList, recordRoutes } from '../workspace/record-routes.ts'
import { states, version } from '../workspace/records.ts'
import { isCurrency, noCurrency } from '../warehouse/settings.ts'

/** A postal address. `country` is a code of ISO 3166-1, such as DE. */
export const address = z.object({
  name: line('Name', { max: 120 }).default(''),
  company: line('Company', { max: 120 }).default(''),
  line1: line('Street', { max: 200 }).default(''),
  line2: line('Address line 2', { max: 200 }).default(''),
  city: line('City', { max: 120 }).default(''),
  region: line('Region', { max: 120 }).default(''),
  postalCode: line('Postal code', { max: 20 }).default(''),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Enter a two-letter country code, such as DE')
    .optional(),
  phone: line('Phone', { max: 40 }).default(''),
})
export type Address = z.output<typeof address>

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, such as EUR')
  .refine(isCurrency, noCurrency)

export const tags = z.array(line('Tag', { min: 1, max: 40 })).max(20, 'Use up to 20 tags')

const created = z.object({
  code: code('Code', { min: 1, max: 40 }),
  name: line('Name', { min: 1, max: 120 }),
  emails: z.array(email).max(10, 'Use up to 10 email addresses').default([]),
  phones: z
    .array(line('Phone', { min: 1, max: 40 }))
    .max(10, 'Use up to 10 phone numbers')
    .default([]),
  addresses: z.array(address).max(20, 'Use up to 20 addresses').default([]),
  tags: tags.default([]),
  note: paragraph('Note', { max: 1000 }).default(''),
  /** Orders of the customer leave in one shipment. */
  shipComplete: z.boolean().default(false),
  currency: currency.nullable().default(null),
})
const changed = changesOf(created)

/** Without `customer.pii.read`, emails, phones and streets are masked. */
const customer = z.object({
  id,
  code: z.string(),
  name: z.string(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  addresses: z.array(address),
  tags: z.array(z.string()),
  note: z.string(),
  shipComplete: z.boolean(),
  currency: z.string().nullable(),
  state: z.enum(states),
  version,
  createdAt: instant,
})
export type Customer = z.output<typeof customer>

/**
 * The customer of an order, created or updated with it. `code` says which; without it, it is the one with the first
 * email address, which becomes the code of a new one. Of a customer that exists, what is left out stays.
 */
export const orderCustomer = changed.refine(
  ({ code: given, emails }) => given !== undefined || emails?.[0] !== undefined,
  { path: ['code'], message: 'Enter a code or an email address' },
)
export type OrderCustomer = z.output<typeof orderCustomer>

const path = '/tenant/:slug/customers'

export const customers = {
  list: recordList(path, {
    summary: 'Customers',
    allow: 'customer.read',
    item: customer,
    filters: { tag: z.string().max(40).optional() },
    sort: ['name', 'createdAt', 'updatedAt'],
  }),
  ...recordRoutes('customer', path, {
    item: customer,
    created,
    changed,
    rights: { read: 'customer.read', create: 'customer.manage' },
    titles: { restore: 'Restore an archived customer' },
  }),
}
