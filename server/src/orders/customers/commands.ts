import { foldKey } from '@stowage/contract/folding'
import {
  customers,
  type Address,
  type Customer,
  type OrderCustomer,
} from '@stowage/contract/orders/customers'
import type { Input } from '@stowage/contract/route'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  createRecord,
  lockVersion,
  saveRecord,
  recordChanges,
  describeChange,
} from '../../workspace/records/commands.ts'
import { findRecords, writeRecords } from '../../workspace/records/queries.ts'
import { changedValues } from '../../workspace/records/rules.ts'
import { codeFor } from './lines.ts'
import { customerRecord, findCustomer, findCustomersByEmail } from './queries.ts'
import { masked, maskedAddress, maskedEmail, masking } from './rules.ts'

export const noContacts = { emails: [], phones: [], addresses: [] }

export async function createCustomer(
  tx: Tx,
  actor: WorkspaceMember,
  body: Input<typeof customers.create>['body'],
): Promise<Customer> {
  const values = unmaskContacts(body, noContacts)
  return createRecord(tx, customerRecord, actor, { ...values, state: 'active' })
}

export async function changeCustomer(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, ...values }: Input<typeof customers.update>['body'],
): Promise<Customer> {
  const before = await lockVersion(tx, customerRecord, actor, id, version)
  return saveRecord(tx, customerRecord, actor, before, unmaskContacts(values, before))
}

/**
 * Creates the customer that comes with an order, or changes the one with its code, of whom what is left out stays.
 * Without a code it is the one with the first email address.
 */
export async function putCustomer(
  tx: Tx,
  actor: WorkspaceMember,
  { code, ...given }: OrderCustomer,
): Promise<Customer> {
  const email = code === undefined ? given.emails?.[0] : undefined
  const key = code ?? email
  if (key === undefined) return failField('customer.code', 'Enter a code or an email address')
  const ownCode = email === undefined ? key : codeFor(foldKey(email))
  const values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Customer>
  // Customers that came before had their email as code.
  const keys = [...new Set([key, ownCode].map(foldKey))]
  const [coded] = await findRecords(tx, customerRecord, actor, { keys }, 'no key update')
  const mailed =
    (coded ?? code)
      ? []
      : await findCustomersByEmail(tx, actor.platform.id, [foldKey(key)], { hold: true })
  const found = coded ?? mailed.at(-1)
  const before =
    found ?? (await insertForOrder(tx, actor, ownCode, values, email ? maskedEmail(email) : key))
  if (before.state !== 'active') failField('customer.code', `Customer ${before.code} is archived`)
  const real = unmaskContacts(values, before, 'customer.')
  const changed = changedValues(before, real)
  if (changed.length === 0) return before
  return saveRecord(tx, customerRecord, actor, before, real, [
    { change: 'updated', payload: { changed } },
  ])
}

/**
 * Inserts the customer of an order, or returns the one that another order has just brought. One without a name is called
 * `nearest`.
 */
async function insertForOrder(
  tx: Tx,
  actor: WorkspaceMember,
  key: string,
  values: Partial<Customer>,
  nearest: string,
): Promise<Customer> {
  const { data: code, error } = customers.create.body.shape.code.safeParse(key)
  if (code === undefined)
    return failField('customer.code', error?.issues[0]?.message ?? 'Code is required')
  const customer: Customer = {
    ...noContacts,
    name: values.addresses?.[0]?.name || nearest,
    tags: [],
    note: '',
    shipComplete: false,
    currency: null,
    ...unmaskContacts(values, noContacts, 'customer.'),
    id: newId(),
    code,
    state: 'active',
    version: 1,
    createdAt: actor.at.toISOString(),
  }
  const inserted = await writeRecords(tx, customerRecord, actor, [customer], 'skip')
  if (inserted.has(customer.id)) {
    await recordChanges(tx, actor, [
      describeChange(customerRecord, actor, customer, { change: 'created' }),
    ])
    return customer
  }
  const byCode = { keys: [foldKey(code)] }
  const [known] = await findRecords(tx, customerRecord, actor, byCode, 'no key update')
  return known ?? notFound()
}

/**
 * Creates the customers of several orders. Returns each by the id that was planned for it: itself, or the one with its
 * code that another order has just brought.
 */
export async function addCustomers(
  tx: Tx,
  actor: WorkspaceMember,
  planned: readonly Customer[],
): Promise<Map<string, Customer>> {
  const byId = new Map(planned.map((customer) => [customer.id, customer]))
  if (byId.size === 0) return byId
  const inserted = await writeRecords(tx, customerRecord, actor, [...byId.values()], 'skip')
  const isInserted = ({ id }: Customer) => inserted.has(id)
  const [created, others] = [[...byId.values()].filter(isInserted), new Map(byId)]
  for (const { id } of created) others.delete(id)
  const keyOf = ({ code }: Customer) => foldKey(code)
  const [known] = await Promise.all([
    findRecords(tx, customerRecord, actor, { keys: [...others.values()].map(keyOf) }),
    recordChanges(
      tx,
      actor,
      created.map((customer) =>
        describeChange(customerRecord, actor, customer, { change: 'created' }),
      ),
    ),
  ])
  const byKey = new Map(known.map((customer) => [keyOf(customer), customer]))
  for (const [id, customer] of others) byId.set(id, byKey.get(keyOf(customer)) ?? notFound())
  return byId
}

/** Returns the customer of an order. Fails at the field for one that does not exist or is archived. */
export async function getOrderCustomer(
  db: Db,
  platformId: string,
  customerId: string | null | undefined,
): Promise<Customer | undefined> {
  if (customerId === null || customerId === undefined) return undefined
  const customer = await findCustomer(db, platformId, customerId)
  if (!customer) return failField('customerId', 'This customer doesn’t exist')
  if (customer.state !== 'active') failField('customerId', `Customer ${customer.code} is archived`)
  return customer
}

const maskedFields = ['line1', 'line2', 'phone'] as const
/** How a masked value looks, and how a masked email does. */
const mask = new RegExp(`^.${masking}(@|$)`, 'u')
const isMasked = 'This is a masked value. Leave it out to keep what is stored, or enter all of it.'

/** The stored text that was sent back as it is shown masked, else the text. Fails for any other masked text. */
function unmasked(
  text: string,
  stored: readonly string[],
  path: string,
  hide: (text: string) => string = masked,
): string {
  if (!mask.test(text)) return text
  return stored.find((one) => hide(one) === text) ?? failField(path, isMasked)
}

/**
 * An address with its real street and phone number where they were sent back as they are shown masked. `stored` are
 * the addresses it can be one of. Fails at the field for any other masked value, so none replaces a real one.
 */
export function unmaskAddress(address: Address, stored: readonly Address[], path: string): Address {
  const likeness = (one: Address) =>
    Object.entries(maskedAddress(one)).filter(
      ([name, value]) => address[name as keyof Address] === value,
    ).length
  const nearest = stored.toSorted((a, b) => likeness(b) - likeness(a))
  const real = (name: (typeof maskedFields)[number]) =>
    unmasked(
      address[name],
      nearest.map((one) => one[name]),
      `${path}.${name}`,
    )
  return { ...address, line1: real('line1'), line2: real('line2'), phone: real('phone') }
}

type Addresses = {
  shippingAddress?: Address | null | undefined
  billingAddress?: Address | null | undefined
}

/** The same for the addresses of an order that are given. */
export function unmaskOrder<Given extends Addresses>(
  given: Given,
  stored: readonly Address[],
): Given {
  const { shippingAddress: to, billingAddress: payer } = given
  return {
    ...given,
    ...(to && { shippingAddress: unmaskAddress(to, stored, 'shippingAddress') }),
    ...(payer && { billingAddress: unmaskAddress(payer, stored, 'billingAddress') }),
  }
}

type Contacts = Partial<Pick<Customer, 'emails' | 'phones' | 'addresses'>>

/** The same for the contact details of a customer. */
export function unmaskContacts<
  Values extends { [Name in keyof Contacts]: Contacts[Name] | undefined },
>(values: Values, stored: Required<Contacts>, path = ''): Values {
  const { emails, phones, addresses } = values
  return {
    ...values,
    ...(emails && {
      emails: emails.map((text, i) =>
        unmasked(text, stored.emails, `${path}emails.${i}`, maskedEmail),
      ),
    }),
    ...(phones && {
      phones: phones.map((text, i) => unmasked(text, stored.phones, `${path}phones.${i}`)),
    }),
    ...(addresses && {
      addresses: addresses.map((address, i) =>
        unmaskAddress(address, stored.addresses, `${path}addresses.${i}`),
      ),
    }),
  }
}
