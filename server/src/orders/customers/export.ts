import type { Customer } from '@stowage/contract/orders/customers'
import { type Columns, yesNo } from '../../http/csv.ts'

/** The list of customers as a file. */
export const customerColumns: Columns<Customer> = {
  code: ({ code }) => code,
  name: ({ name }) => name,
  emails: ({ emails }) => emails.join(', '),
  phones: ({ phones }) => phones.join(', '),
  city: ({ addresses }) => addresses[0]?.city ?? null,
  country: ({ addresses }) => addresses[0]?.country ?? null,
  tags: ({ tags }) => tags.join(', '),
  shipComplete: ({ shipComplete }) => yesNo(shipComplete),
  currency: ({ currency }) => currency,
  state: ({ state }) => state,
  createdAt: ({ createdAt }) => createdAt,
}
