import { foldKey } from '@stowage/contract/folding'
import {
  address as addressSchema,
  customers,
  type Address,
  type Customer,
} from '@stowage/contract/orders/customers'
import { newId } from '../../database/ids.ts'
import { Failure } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { mapInSlices } from '../../concurrency/slices.ts'
import {
  note,
  read,
  readState,
  readYesNo,
  requireCell,
  wordsIn,
  type Reading,
} from '../../workspace/imports/cells.ts'
import type { Checked, ReadRow, RowKind } from '../../workspace/imports/kinds.ts'
import { planRecord, recordRows, type RecordPlan } from '../../workspace/imports/record-rows.ts'
import { findRecords } from '../../workspace/records/queries.ts'
import { unmaskAddress, unmaskContacts } from './commands.ts'
import { countryCode } from './country-rules.ts'
import { customerFormats } from './import-formats.ts'
import { customerRecord, findCustomersByEmail } from './queries.ts'
import { codeFor } from './lines.ts'
import { contactKeyOf, masked, maskedEmail } from './rules.ts'

const synonyms = {
  code: ['customercode', 'customerid', 'customernumber', 'kundennummer'],
  name: ['customername', 'customer', 'fullname'],
  email: ['mail', 'emailaddress'],
  phone: ['telephone', 'phonenumber', 'telefon'],
  street: ['address', 'address1', 'addressline1', 'strasse'],
  street2: ['address2', 'addressline2'],
  postal_code: ['zip', 'zipcode', 'postcode', 'plz'],
  city: ['town', 'ort'],
  region: ['state', 'province'],
  country: ['countrycode', 'land'],
  ship_complete: ['shipcomplete', 'completeonly'],
  note: ['notes', 'comment'],
}

const { shape } = customers.create.body
/** Fields of a customer that a file can set. */
const fields = [
  'name',
  'emails',
  'phones',
  'addresses',
  'tags',
  'note',
  'shipComplete',
  'currency',
  'state',
] as const
type Values = Pick<Customer, (typeof fields)[number]>
type Change = Partial<Values>
type Known = {
  byCode: ReadonlyMap<string, Customer>
  /** By each of their emails, folded. */
  byEmail: ReadonlyMap<string, Customer>
}
const blank: Values = {
  name: '',
  emails: [],
  phones: [],
  addresses: [],
  tags: [],
  note: '',
  shipComplete: false,
  currency: null,
  state: 'active',
}

/** The columns of an address, after the prefix, by its field. */
const addressColumns = {
  company: 'company',
  line1: 'street',
  line2: 'street2',
  postalCode: 'postal_code',
  city: 'city',
  region: 'region',
} as const

/** The address in the columns with this prefix; undefined where all of them are blank. */
export function addressOf(reading: Reading, prefix: '' | 'ship_'): Address | undefined {
  const given = addressPartsOf(reading, prefix)
  return given && addressSchema.parse(given)
}

/** Returns the address in the columns with this prefix; undefined if all of them are blank. */
function addressPartsOf(reading: Reading, prefix: '' | 'ship_'): Partial<Address> | undefined {
  const { shape: schemas } = addressSchema
  const text = (field: keyof typeof addressColumns) =>
    read(reading, `${prefix}${addressColumns[field]}`, schemas[field])
  const given = {
    company: text('company'),
    line1: text('line1'),
    line2: text('line2'),
    postalCode: text('postalCode'),
    city: text('city'),
    region: text('region'),
    country: read(reading, `${prefix}country`, schemas.country, countryCode),
    // Of a customer these are its own columns.
    ...(prefix !== '' && {
      name: read(reading, `${prefix}name`, schemas.name),
      phone: read(reading, `${prefix}phone`, schemas.phone),
    }),
  }
  const parts = Object.entries(given).filter(([, value]) => value !== undefined)
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}

/** Returns the values of the row without blank cells. Merges address columns into the first address. */
function givenOf(reading: Reading, was: Values): Change {
  const address = addressPartsOf(reading, '')
  const [first = addressSchema.parse({}), ...others] = was.addresses
  const given = {
    name: read(reading, 'name', shape.name) ?? fullNameOf(reading, was.name),
    emails: read(reading, 'email', shape.emails, wordsIn),
    phones: read(reading, 'phone', shape.phones, wordsIn),
    addresses: address && [{ ...first, ...address }, ...others],
    tags: read(reading, 'tags', shape.tags, wordsIn),
    note: read(reading, 'note', shape.note),
    shipComplete: readYesNo(reading, 'ship_complete'),
    currency: read(reading, 'currency', shape.currency, (text) => text.toUpperCase()),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** First and last name of a new customer; those of one that is there may have been changed since. */
function fullNameOf(reading: Reading, had: string): string | undefined {
  const { cells } = reading
  const text = [cells.get('first_name'), cells.get('last_name')].filter(Boolean).join(' ')
  const [email] = wordsIn(cells.get('email') ?? '')
  const contact = email === undefined ? masked(cells.get('phone') ?? '') : maskedEmail(email)
  const nearest = text || cells.get('company') || (cells.has('code') ? undefined : contact)
  if (nearest === undefined || had !== '') return undefined
  return read(reading, 'name', shape.name, () => nearest) ?? nearest.slice(0, 120)
}

export const byEmailOf = (customers: readonly Customer[]) =>
  new Map(
    customers.flatMap((customer) =>
      customer.emails.map((email) => [foldKey(email), customer] as const),
    ),
  )

/** Returns the identifier of the customer of a row: the code, else the first email, else the phone number. */
function codeTextOf({ cells }: Reading): string | undefined {
  return cells.get('code') ?? wordsIn(cells.get('email') ?? '')[0] ?? cells.get('phone')
}

/** The code of the customer of a row if it is new. */
function ownCodeOf({ cells }: Reading): string {
  const [email] = wordsIn(cells.get('email') ?? '')
  return cells.get('code') ?? codeFor(contactKeyOf({ email, phone: cells.get('phone') }) ?? '')
}

/** Notes a masked value that is not one of the customer’s own. */
function readMasked(reading: Reading, unmask: () => Change): Change {
  try {
    return unmask()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const [field = ''] = error.details[0]?.path.split('.') ?? []
    const columns: Record<string, string> = {
      emails: 'email',
      phones: 'phone',
      addresses: 'street',
    }
    note(reading, columns[field] ?? 'code', error.code, error.message)
    return {}
  }
}

/** Returns an address of a file that is not masked; notes one that is, unless it is one of `stored`. */
export function readUnmasked(
  reading: Reading,
  address: Address | undefined,
  stored: readonly Address[],
  column: string,
): Address | undefined {
  if (!address) return undefined
  try {
    return unmaskAddress(address, stored, '')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    note(reading, column, error.code, error.message)
    return undefined
  }
}

function planRow(
  { rowNo, reading }: ReadRow,
  { holds, at }: WorkspaceMember,
  { byCode, byEmail }: Known,
): Checked<RecordPlan<Customer>> {
  const text = codeTextOf(reading)
  if (text === undefined)
    note(reading, 'code', 'validation_failed', 'Code, email or phone is required')
  const result = shape.code.safeParse(ownCodeOf(reading))
  const code = result.data
  if (text !== undefined && !result.success)
    note(reading, 'code', 'validation_failed', result.error.issues[0]?.message ?? 'Not valid')
  const key = code === undefined || text === undefined ? null : foldKey(text)
  // Customers that came before had their email or phone number as code.
  const named = byCode.get(key ?? '') ?? byCode.get(foldKey(code ?? ''))
  const existing = named ?? (reading.cells.has('code') ? undefined : byEmail.get(key ?? ''))
  const was: Values = existing ?? blank
  const given = readMasked(reading, () => unmaskContacts(givenOf(reading, was), was))
  if (!existing && given.name === undefined) requireCell(reading, 'name', 'Name')
  return planRecord(
    { rowNo, reading },
    {
      existing,
      blank: { ...blank, id: newId(), code: code ?? '', version: 0, createdAt: at.toISOString() },
      given: { ...given, state: readState(reading, 'status', existing?.state) },
      fields,
      key,
      mark: null,
      // Masked details would be overwritten unseen.
      denied: holds.has('customer.pii.read') ? undefined : 'This customer already exists',
    },
  )
}

/** Rows of a file of customers: each is one, by its code, else by its email or phone number. */
export const customerRows: RowKind<RecordPlan<Customer>> = {
  ...recordRows(customerRecord),
  synonyms,
  formats: customerFormats,
  keys: { key: 'code' },

  mappingProblem: (mapping) =>
    ['code', 'email', 'phone'].every((field) => mapping[field] === undefined)
      ? 'Choose the column for Code, Email or Phone.'
      : undefined,

  async check(tx, actor, { rows }, hold) {
    const { id: platformId } = actor.platform
    const keys = rows.flatMap(({ reading }) =>
      [codeTextOf(reading) ?? '', ownCodeOf(reading)].map(foldKey),
    )
    const emails = rows.flatMap(({ reading }) =>
      reading.cells.has('code') ? [] : wordsIn(reading.cells.get('email') ?? '').slice(0, 1),
    )
    const found = await findRecords(
      tx,
      customerRecord,
      actor,
      { keys },
      hold ? 'no key update' : undefined,
    )
    const mailed = await findCustomersByEmail(tx, platformId, emails.map(foldKey), { hold })
    const known: Known = {
      byCode: new Map(found.map((customer) => [foldKey(customer.code), customer])),
      byEmail: byEmailOf(mailed),
    }
    return mapInSlices(rows, (row) => planRow(row, actor, known))
  },
}
