import type { Address, Customer } from '@stowage/contract/orders/customers'

/** Shows the first letter only, so that two entries can still be told apart. */
const masked = (text: string) => (text === '' ? '' : `${[...text][0]}•••`)
const maskedEmail = (text: string) => {
  const [name = '', host = ''] = text.split('@')
  return `${masked(name)}@${host}`
}

/** An address without its street and phone number; the city stays, which shipping is planned by. */
export const maskedAddress = (address: Address): Address => ({
  ...address,
  line1: masked(address.line1),
  line2: masked(address.line2),
  phone: masked(address.phone),
})

/** A customer as it is shown without the right to see contact details. */
export const maskedCustomer = (customer: Customer): Customer => ({
  ...customer,
  emails: customer.emails.map(maskedEmail),
  phones: customer.phones.map(masked),
  addresses: customer.addresses.map(maskedAddress),
})

/** A value as text in which the order of keys and fields that are left out do not count. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'null'
