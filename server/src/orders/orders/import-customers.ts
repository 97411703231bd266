import { foldKey } from '@stowage/contract/folding'
import { customers, type Customer } from '@stowage/contract/orders/customers'
import type { RowError } from '@stowage/contract/workspace/imports'
import type { Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { Failure } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { note, type Reading } from '../../workspace/imports/cells.ts'
import type { ReadRow } from '../../workspace/imports/kinds.ts'
import { findRecords } from '../../workspace/records/queries.ts'
import { noContacts, unmaskContacts } from '../customers/commands.ts'
import { byEmailOf } from '../customers/import.ts'
import { customerRecord, findCustomersByEmail, findCustomersByPhone } from '../customers/queries.ts'
import { codeFor } from '../customers/lines.ts'
import { contactKeyOf, phoneDigitsOf } from '../customers/rules.ts'

/* Whose an order of a file is: of the customer with its code, else with its email, else with its phone number. */

const { body } = customers.create
/** Customers by what a row can say of them. New ones are added, so the next order of the part is of the same. */
export type Buyers = {
  byCode: ReadonlyMap<string, Customer>
  byEmail: Map<string, Customer>
  /** By the digits of each of their phone numbers. */
  byPhone: Map<string, Customer>
  added: Set<Customer>
}

const keyOf = ({ cells }: Reading) =>
  contactKeyOf({ email: cells.get('customer_email'), phone: cells.get('customer_phone') })

const contactOf = ({ cells }: Reading) => cells.get('customer_email') ?? cells.get('customer_phone')

export async function findBuyers(
  tx: Tx,
  actor: WorkspaceMember,
  rows: readonly ReadRow[],
): Promise<Buyers> {
  const { id: platformId } = actor.platform
  const unnamed = rows.filter(({ reading }) => !reading.cells.has('customer'))
  const codes = [
    ...rows.flatMap(({ reading }) => reading.cells.get('customer') ?? []),
    // Customers that came before had their email as code.
    ...unnamed.flatMap(({ reading }) => contactOf(reading) ?? []),
    ...unnamed.flatMap(({ reading }) => keyOf(reading) ?? []).map(codeFor),
  ]
  const emails = unnamed.flatMap(({ reading }) => reading.cells.get('customer_email') ?? [])
  const digits = unnamed.flatMap(({ reading: { cells } }) =>
    cells.has('customer_email') ? [] : (phoneDigitsOf(cells.get('customer_phone') ?? '') ?? []),
  )
  const [named, mailed, called] = await Promise.all([
    findRecords(tx, customerRecord, actor, { keys: codes.map(foldKey) }),
    findCustomersByEmail(tx, platformId, emails.map(foldKey)),
    findCustomersByPhone(tx, platformId, digits),
  ])
  return {
    byCode: new Map(named.map((customer) => [foldKey(customer.code), customer])),
    byEmail: byEmailOf(mailed),
    byPhone: new Map(
      called.flatMap((customer) =>
        customer.phones.map((phone) => [phoneDigitsOf(phone) ?? '', customer] as const),
      ),
    ),
    added: new Set(),
  }
}

/** Who the customer of a row is, or why the order comes without. */
type Buyer = { customer?: Customer; hint?: RowError }

const leftOut = {
  code: 'permission_denied',
  message: 'Imported without a customer: you don’t have permission to create customers',
  value: '',
}

/** Returns the customer of an order, a new one where none is known; what is wrong with it is noted. */
export function buyerOf(reading: Reading, actor: WorkspaceMember, buyers: Buyers): Buyer {
  const { cells } = reading
  const code = cells.get('customer')
  if (code !== undefined) {
    const customer = buyers.byCode.get(foldKey(code))
    if (customer?.state === 'active') return { customer }
    note(reading, 'customer', 'not_found', 'This customer doesn’t exist')
    return {}
  }
  const [contact, key] = [contactOf(reading), keyOf(reading)]
  // A name alone tells nobody from another: such an order keeps the name and the address.
  if (contact === undefined || key === undefined) return {}
  const column = cells.has('customer_email') ? 'customer_email' : 'customer_phone'
  const known = column === 'customer_email' ? buyers.byEmail : buyers.byPhone
  const coded = buyers.byCode.get(foldKey(contact)) ?? buyers.byCode.get(foldKey(codeFor(key)))
  const customer = known.get(key) ?? (coded?.state === 'active' ? coded : undefined)
  if (customer) return { customer }
  if (!actor.holds.has('customer.manage')) return { hint: { ...leftOut, column } }
  if (coded) note(reading, column, 'archived', `Customer ${coded.code} is archived`)
  const added = coded ? undefined : newCustomer(reading, codeFor(key), column, actor.at)
  if (!added) return {}
  known.set(key, added)
  buyers.added.add(added)
  return { customer: added }
}

/** Names the customer after who pays, else after who receives. */
function newCustomer(
  reading: Reading,
  code: string,
  column: string,
  at: Date,
): Customer | undefined {
  const { cells } = reading
  const nameOf = ['customer_name', 'ship_name', 'ship_company'].flatMap(
    (one) => cells.get(one) ?? [],
  )
  const [email, phone] = [cells.get('customer_email'), cells.get('customer_phone')]
  const { data, error } = body.safeParse({
    code,
    name: (nameOf[0] ?? code).slice(0, 120),
    emails: email === undefined ? [] : [email],
    phones: phone === undefined ? [] : [phone],
  })
  const [issue] = error?.issues ?? []
  if (issue) {
    const columns: Record<string, string> = { name: 'customer_name', phones: 'customer_phone' }
    note(reading, columns[String(issue.path[0])] ?? column, 'validation_failed', issue.message)
  }
  if (!data) return undefined
  try {
    const real = unmaskContacts(data, noContacts)
    return { ...real, id: newId(), state: 'active', version: 1, createdAt: at.toISOString() }
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure
    note(reading, column, failure.code, failure.message)
    return undefined
  }
}
