import { foldKey } from '@stowage/contract/folding'
import type { Sort } from '@stowage/contract/lists'
import type { Customer } from '@stowage/contract/orders/customers'
import { sql, type RawBuilder, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { prepareRead } from '../../database/prepared.ts'
import type { Tables } from '../../database/tables.ts'
import { actionsOf, defineRecord } from '../../workspace/records/queries.ts'
import { indexOf, phoneDigitsOf, phoneTerms, quoted, wordsOf } from './rules.ts'

/** What is told of customers has no contact details. */
export const customerRecord = defineRecord<Pick<Customer, 'id' | 'version' | 'code'>, 'customer'>({
  type: 'customer',
  changes: actionsOf('CUSTOMER'),
  nameOf: ({ code }) => code,
  carried: ({ code }) => ({ code }),
})

const columns = [
  ...(['customerId as id', 'code', 'name', 'emails', 'phones', 'addresses', 'tags'] as const),
  ...(['note', 'shipComplete', 'currency', 'state', 'version', 'createdAt'] as const),
] as const

type Row = Omit<Customer, 'addresses' | 'state' | 'createdAt'> & {
  addresses: unknown
  state: string
  createdAt: string | Date
}
const customerOf = ({ createdAt, ...row }: Row) =>
  ({ ...row, createdAt: new Date(createdAt).toISOString() }) as Customer

export type CustomerFilter = {
  state?: readonly string[] | undefined
  tag?: string | undefined
  q?: string | undefined
  showsContacts: boolean
  updatedFrom?: string | undefined
  sort: Sort<'name' | 'createdAt' | 'updatedAt'>
}

/**
 * What customers are searched by: code, name, emails and phone numbers. Without the right to see those, the code
 * and the name alone, so that nobody finds out by searching what is masked.
 */
const searchedBy = (column: string, showsContacts: boolean) => {
  const text = sql.ref<string>(column)
  return showsContacts
    ? text
    : sql<string>`split_part(${text}, E'\\n', 1) || E'\\n' || split_part(${text}, E'\\n', 2)`
}

/** Of one phone number no more customers are looked for. */
const mostWithPhone = 200

/**
 * Whether customer `c` has each of these words in what it is searched by, in any order, or these digits in a phone
 * number however it is written. Words are folded, so no spellings have to be tried: of 20,000 customers that takes
 * 3 ms, where a pattern takes 160.
 */
export function isFoundBy(q: string, showsContacts: boolean): RawBuilder<boolean> {
  const text = searchedBy('c.search', showsContacts)
  const words = wordsOf(q).map((word) => sql<boolean>`strpos(${text}, ${word}) > 0`)
  if (words.length === 0) return sql<boolean>`strpos(${text}, ${foldKey(q)}) > 0`
  const named = sql<boolean>`(${sql.join(words, sql` and `)})`
  const phone = showsContacts ? phoneTerms(q) : undefined
  if (phone === undefined) return named
  return sql<boolean>`(${named} or c.customer_id = any (array(
    select authz.customers_with(${phone}, ${sql.lit(mostWithPhone)}))))`
}

/** Customers of a platform; `q` is a part of what they are searched by. */
export async function listCustomers(
  db: Db,
  platformId: string,
  { state, tag, q, showsContacts, updatedFrom, sort }: CustomerFilter,
  page: PageRequest,
): Promise<Page<Customer>> {
  const found = await readPage(
    db,
    db
      .selectFrom('tenant.customers as c')
      .select(columns)
      // The cursor needs microseconds, which a Date does not have.
      .select([
        sql<string>`created_at::text`.as('cursorAt'),
        sql<string>`updated_at::text`.as('cursorUpdatedAt'),
      ])
      .where('platformId', '=', platformId)
      .$if(state !== undefined, (some) => some.where('state', 'in', [...(state ?? [])] as never))
      .$if(tag !== undefined, (some) => some.where(sql<boolean>`${tag} = any (tags)`))
      .$if(updatedFrom !== undefined, (some) =>
        some.where('updatedAt', '>=', new Date(updatedFrom ?? '')),
      )
      .$if(!!q, (some) => some.where(isFoundBy(q ?? '', showsContacts))),
    orderOf(sort, {
      name: [
        { column: 'name', kind: 'text', of: (row) => row.name },
        { column: 'customer_id', kind: 'uuid', of: (row) => row.id },
      ],
      createdAt: [
        { column: 'created_at', kind: 'moment', of: (row) => row.cursorAt },
        { column: 'customer_id', kind: 'uuid', of: (row) => row.id },
      ],
      updatedAt: [
        { column: 'updated_at', kind: 'moment', of: (row) => row.cursorUpdatedAt },
        { column: 'customer_id', kind: 'uuid', of: (row) => row.id },
      ],
    }),
    page,
  )
  return {
    ...found,
    items: found.items.map(({ cursorAt: _, cursorUpdatedAt: __, ...row }) => customerOf(row)),
  }
}

export async function findCustomer(
  db: Db,
  platformId: string,
  customerId: string,
): Promise<Customer | undefined> {
  const row = await readCustomer(db, platformId, customerId)
  return row && customerOf(row)
}

const readCustomer = prepareRead((db: Db, platformId: string, customerId: string) =>
  db
    .selectFrom('tenant.customers')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('customerId', '=', customerId),
)

type Values = {
  [Name in Exclude<keyof Customer, 'id' | 'version' | 'createdAt'>]?: Customer[Name] | undefined
}

/** What a customer is searched by. */
const searchOf = ({
  code,
  name,
  emails,
  phones,
}: Pick<Customer, 'code' | 'name' | 'emails' | 'phones'>) =>
  foldKey([code, name, ...emails, ...phones].join('\n'))

/** Inserts a customer. Returns false where its code is taken, with `unlessKnown`; otherwise that fails. */
export async function insertCustomer(
  tx: Tx,
  platformId: string,
  { id, createdAt, ...customer }: Customer,
  { unlessKnown = false } = {},
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('tenant.customers')
    .values({
      platformId,
      customerId: id,
      ...customer,
      codeKey: foldKey(customer.code),
      addresses: JSON.stringify(customer.addresses),
      search: searchOf(customer),
      words: indexOf(customer),
      createdAt: new Date(createdAt),
      updatedAt: new Date(createdAt),
    })
    .$if(unlessKnown, (insert) =>
      insert.onConflict((conflict) => conflict.constraint('customers_code_key').doNothing()),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Writes these values and the next version, unless somebody else has changed the customer. */
export async function saveCustomer(
  tx: Tx,
  platformId: string,
  before: Customer,
  { addresses, ...values }: Values,
  at: Date,
): Promise<Customer | undefined> {
  const { code = before.code, name = before.name } = values
  const { emails = before.emails, phones = before.phones } = values
  const update: Updateable<Tables['tenant.customers']> = {
    ...values,
    ...(addresses && { addresses: JSON.stringify(addresses) }),
    codeKey: foldKey(code),
    search: searchOf({ code, name, emails, phones }),
    words: indexOf({ code, name, emails, phones }),
  }
  const row = await tx
    .updateTable('tenant.customers')
    .set((column) => ({ ...update, updatedAt: at, version: column('version', '+', 1) }))
    .where('platformId', '=', platformId)
    .where('customerId', '=', before.id)
    .where('version', '=', before.version)
    .returning(columns)
    .executeTakeFirst()
  return row && customerOf(row)
}

/** Returns the customer that has a code, for a refusal to name. */
export async function findCustomerByCode(
  db: Db,
  platformId: string,
  code: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('tenant.customers')
    .select(['customerId as id', 'name'])
    .where('platformId', '=', platformId)
    .where('codeKey', '=', foldKey(code))
    .executeTakeFirst()
}

/** Customers with these keys of codes; `hold` keeps others from changing them until commit. */
export const findCustomersByKey = (
  db: Db,
  platformId: string,
  keys: readonly string[],
  { hold = false }: { hold?: boolean } = {},
): Promise<Customer[]> => findCustomers(db, platformId, 'codeKey', keys, hold)

/** Active customers who have one of these emails, folded; of several with one email the first comes last. */
export const findCustomersByEmail = (
  db: Db,
  platformId: string,
  emails: readonly string[],
  { hold = false }: { hold?: boolean } = {},
): Promise<Customer[]> =>
  findCustomersWith(db, platformId, emails, ({ emails: had }) => had.map(foldKey), hold)

/** Active customers one of whose phone numbers has these digits, as `phoneDigitsOf` gives them. */
export const findCustomersByPhone = (
  db: Db,
  platformId: string,
  digits: readonly string[],
): Promise<Customer[]> =>
  findCustomersWith(db, platformId, digits, ({ phones }) =>
    phones.map((phone) => phoneDigitsOf(phone) ?? ''),
  )

/** No email and no phone number is longer. */
const longestContact = 320

async function findCustomersWith(
  db: Db,
  platformId: string,
  contacts: readonly string[],
  contactsOf: (customer: Customer) => string[],
  hold = false,
): Promise<Customer[]> {
  const wanted = new Set(contacts.filter((one) => one !== '' && one.length <= longestContact))
  if (wanted.size === 0) return []
  const terms = [...wanted].map((one) => `${quoted(one)}:B`).join(' | ')
  const most = mostWithPhone + wanted.size * 10
  const rows = await db
    .selectFrom('tenant.customers')
    .select(columns)
    .where('platformId', '=', platformId)
    .where('state', '=', 'active')
    .where(sql<boolean>`customer_id = any (array(select authz.customers_with(${terms}, ${most})))`)
    .orderBy('customerId', 'desc')
    .$if(hold, (some) => some.forUpdate())
    .execute()
  // The index also has the endings of longer numbers.
  return rows.map(customerOf).filter((one) => contactsOf(one).some((has) => wanted.has(has)))
}

export const findCustomersById = (
  db: Db,
  platformId: string,
  ids: readonly string[],
  { hold = false }: { hold?: boolean } = {},
): Promise<Customer[]> => findCustomers(db, platformId, 'customerId', ids, hold)

async function findCustomers(
  db: Db,
  platformId: string,
  column: 'codeKey' | 'customerId',
  values: readonly string[],
  hold: boolean,
): Promise<Customer[]> {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('tenant.customers')
    .select(columns)
    .where('platformId', '=', platformId)
    .where(column, 'in', [...new Set(values)])
    .orderBy('customerId')
    .$if(hold, (some) => some.forNoKeyUpdate())
    .execute()
  return rows.map(customerOf)
}

/** Inserts customers, or writes their values and the next version over those that exist. */
export async function writeCustomers(
  tx: Tx,
  platformId: string,
  customers: readonly Customer[],
  at: Date,
): Promise<void> {
  const over = sql`on conflict on constraint customers_pkey do update
    set name = excluded.name, emails = excluded.emails, phones = excluded.phones,
      addresses = excluded.addresses, tags = excluded.tags, note = excluded.note,
      ship_complete = excluded.ship_complete, currency = excluded.currency, state = excluded.state,
      search = excluded.search, words = excluded.words, updated_at = excluded.updated_at, version = c.version + 1`
  await insertCustomers(tx, platformId, customers, at, over)
}

/** Inserts customers whose code is free. Returns their ids. */
export const insertNewCustomers = (
  tx: Tx,
  platformId: string,
  customers: readonly Customer[],
  at: Date,
): Promise<ReadonlySet<string>> => {
  const unlessKnown = sql`on conflict on constraint customers_code_key do nothing`
  return insertCustomers(tx, platformId, customers, at, unlessKnown)
}

/** Inserts customers; `otherwise` says what becomes of one that is there. Returns the ids that were written. */
async function insertCustomers(
  tx: Tx,
  platformId: string,
  customers: readonly Customer[],
  at: Date,
  otherwise: RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  if (customers.length === 0) return new Set()
  const given = customers.map((customer) => ({
    ...customer,
    codeKey: foldKey(customer.code),
    search: searchOf(customer),
    words: indexOf(customer),
  }))
  const { rows } = await sql<{ id: string }>`
    insert into tenant.customers as c (platform_id, customer_id, code, code_key, name, emails, phones,
      addresses, tags, note, ship_complete, currency, state, search, words, created_at, updated_at)
    select ${platformId}, r.id, r.code, r."codeKey", r.name, r.emails, r.phones, r.addresses, r.tags,
      r.note, r."shipComplete", r.currency, r.state, r.search, r.words, r."createdAt", ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r(id uuid, code text, "codeKey" text,
      name text, emails text[], phones text[], addresses jsonb, tags text[], note text,
      "shipComplete" boolean, currency text, state text, search text, words tsvector, "createdAt" timestamptz)
    ${otherwise}
    returning customer_id as id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
