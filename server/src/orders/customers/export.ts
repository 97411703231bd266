import type { Customer } from '@stowage/contract/orders/customers'
import { type Columns, identifier, wordList, yesNo } from '../../http/csv.ts'

/** The list of customers as a file; under these names a file of customers is read in again. */
export const customerColumns: Columns<Customer> = {
  code: ({ code }) => identifier(code),
  name: ({ name }) => name,
  email: ({ emails }) => wordList(emails),
  phone: ({ phones }) => identifier(wordList(phones)),
  company: ({ addresses }) => addresses[0]?.company ?? null,
  street: ({ addresses }) => addresses[0]?.line1 ?? null,
  street2: ({ addresses }) => addresses[0]?.line2 ?? null,
  postal_code: ({ addresses }) => identifier(addresses[0]?.postalCode),
  city: ({ addresses }) => addresses[0]?.city ?? null,
  region: ({ addresses }) => addresses[0]?.region ?? null,
  country: ({ addresses }) => addresses[0]?.country ?? null,
  currency: ({ currency }) => currency,
  ship_complete: ({ shipComplete }) => yesNo(shipComplete),
  tags: ({ tags }) => wordList(tags),
  note: ({ note }) => note,
  status: ({ state }) => state,
  addresses: ({ addresses }) => String(addresses.length),
  created_at: ({ createdAt }) => createdAt,
}
