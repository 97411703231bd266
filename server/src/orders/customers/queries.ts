import { foldKey } from '@stowage/contract/folding'
import type { Sort } from '@stowage/contract/lists'
import type { Customer } from '@stowage/contract/orders/customers'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { orderOf, readPage, type Page, type PageRequest } from '../../database/pages.ts'
import { defineRecord, findRecord } from '../../workspace/records/queries.ts'
import { indexOf, phoneDigitsOf, phoneTerms, quoted, wordsOf } from './rules.ts'

const columns = [
  'customerId as id',
  'code',
  'name',
  'emails',
  'phones',
  'addresses',
  'tags',
  'note',
  'shipComplete',
  'currency',
  'state',
  'version',
  'createdAt',
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
 * Returns the text customers are searched by: code, name, emails and phone numbers. Without the right to see
 * contact details it is the code and the name, so masked values can't be found by searching.
 */
const searchedBy = (column: string, showsContacts: boolean) => {
  const text = sql.ref<string>(column)
  return showsContacts
    ? text
    : sql<string>`split_part(${text}, E'\\n', 1) || E'\\n' || split_part(${text}, E'\\n', 2)`
}

/** Maximum customers looked up by one phone number. */
const mostWithPhone = 200

/**
 * Returns the condition that customer `c` has each of these words in its search text, in any order, or these
 * digits in a phone number in any format. Words are folded, so no spellings have to be tried: 3 ms for 20,000
 * customers, where a pattern takes 160.
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
        { column: 'created_at', kind: 'moment' },
        { column: 'customer_id', kind: 'uuid', of: (row) => row.id },
      ],
      updatedAt: [
        { column: 'updated_at', kind: 'moment' },
        { column: 'customer_id', kind: 'uuid', of: (row) => row.id },
      ],
    }),
    page,
  )
  return { ...found, items: found.items.map(customerOf) }
}

/** Returns the search text of a customer. */
const searchOf = ({
  code,
  name,
  emails,
  phones,
}: Pick<Customer, 'code' | 'name' | 'emails' | 'phones'>) =>
  foldKey([code, name, ...emails, ...phones].join('\n'))

export const customerRecord = defineRecord<Customer, 'customer'>({
  type: 'customer',
  table: 'tenant.customers',
  key: 'customerId',
  columns: [
    'code',
    'name',
    'emails',
    'phones',
    'addresses',
    'tags',
    'note',
    'shipComplete',
    'currency',
    'state',
  ],
  readOnly: ['createdAt'],
  stored: (customer) => ({ search: searchOf(customer), words: indexOf(customer) }),
  code: 'code',
  // Neither has contact details.
  nameOf: ({ code }) => code,
  carried: ({ code }) => ({ code }),
})

export const findCustomer = (
  db: Db,
  platformId: string,
  customerId: string,
): Promise<Customer | undefined> =>
  findRecord(db, customerRecord, { platform: { id: platformId }, warehouses: null }, customerId)

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
