import { z } from 'zod'
import { code, email, id, instant, line, paragraph } from '../fields.ts'
import { changedSince, asFile, pageOf, pageQuery, sortedBy, words } from '../lists.ts'
import { get, patch, post } from '../route.ts'
import { one, version, versioned } from '../workspace/records.ts'
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

const customerStates = ['active', 'archived'] as const

const fields = {
  code: code('Code', { min: 1, max: 40 }),
  name: line('Name', { min: 1, max: 120 }),
  emails: z.array(email).max(10, 'Use up to 10 email addresses'),
  phones: z.array(line('Phone', { min: 1, max: 40 })).max(10, 'Use up to 10 phone numbers'),
  addresses: z.array(address).max(20, 'Use up to 20 addresses'),
  tags,
  note: paragraph('Note', { max: 1000 }),
  /** Orders of the customer leave in one shipment. */
  shipComplete: z.boolean(),
  currency: currency.nullable(),
}

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
  state: z.enum(customerStates),
  version,
  createdAt: instant,
})
export type Customer = z.output<typeof customer>

const created = z.object({
  code: fields.code,
  name: fields.name,
  emails: fields.emails.default([]),
  phones: fields.phones.default([]),
  addresses: fields.addresses.default([]),
  tags: fields.tags.default([]),
  note: fields.note.default(''),
  shipComplete: fields.shipComplete.default(false),
  currency: fields.currency.default(null),
})

/**
 * The customer of an order, created or updated with it. `code` says which; without it, it is the one with the first
 * email address, which becomes the code of a new one. Of a customer that exists, what is left out stays.
 */
export const orderCustomer = z
  .object(fields)
  .partial()
  .refine(({ code: given, emails }) => given !== undefined || emails?.[0] !== undefined, {
    path: ['code'],
    message: 'Enter a code or an email address',
  })
export type OrderCustomer = z.output<typeof orderCustomer>

export const customers = {
  list: get('/tenant/:slug/customers', {
    summary: 'Customers',
    allow: 'customer.read',
    query: pageQuery.extend({
      state: words(customerStates).optional(),
      tag: z.string().max(40).optional(),
      ...changedSince,
      sort: sortedBy('name', 'createdAt', 'updatedAt'),
      ...asFile,
    }),
    reply: pageOf(customer),
  }),
  details: get('/tenant/:slug/customers/:customerId', {
    summary: 'A customer',
    allow: 'customer.read',
    reply: one('customer', customer),
  }),
  create: post('/tenant/:slug/customers', {
    summary: 'Create a customer',
    allow: 'customer.manage',
    body: created,
    status: 201,
    reply: one('customer', customer),
    errors: ['duplicate_key'],
    idempotent: true,
  }),
  update: patch('/tenant/:slug/customers/:customerId', {
    summary: 'Update a customer',
    allow: 'customer.manage',
    body: versioned.extend(z.object(fields).partial().shape),
    reply: one('customer', customer),
    errors: ['duplicate_key'],
  }),
  archive: post('/tenant/:slug/customers/:customerId/archive', {
    summary: 'Archive a customer',
    allow: 'customer.manage',
    body: versioned,
    reply: one('customer', customer),
    errors: ['in_use'],
    idempotent: true,
  }),
  restore: post('/tenant/:slug/customers/:customerId/restore', {
    summary: 'Restore an archived customer',
    allow: 'customer.manage',
    body: versioned,
    reply: one('customer', customer),
    idempotent: true,
  }),
}
