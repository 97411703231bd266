import type { Order } from '@stowage/contract/orders/orders'

type Address = NonNullable<Order['shippingAddress']>

export const addressLabels = {
  name: 'Name',
  company: 'Company',
  line1: 'Street',
  line2: 'Address line 2',
  postalCode: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  phone: 'Phone',
} as const satisfies Record<keyof Address, string>

export type AddressName = keyof typeof addressLabels
export type TypedAddress = Record<AddressName, string>

const names = Object.keys(addressLabels) as AddressName[]

/** An address as its fields hold it. */
export const typedAddress = (address: Address | null): TypedAddress =>
  Object.fromEntries(names.map((name) => [name, address?.[name] ?? ''])) as TypedAddress

/** An address as it is sent; null when nothing is typed. */
export function addressOf(typed: TypedAddress): Address | null {
  const { country, ...rest } = Object.fromEntries(
    names.map((name) => [name, typed[name].trim()]),
  ) as TypedAddress
  if (country === '' && Object.values(rest).every((text) => text === '')) return null
  return { ...rest, ...(country !== '' && { country: country.toUpperCase() }) }
}

/** Checks whether the country is a two-letter code or empty. */
export const isCountry = ({ country }: TypedAddress) => /^([A-Za-z]{2})?$/.test(country.trim())

/** Checks whether an address is unchanged. Masked parts left as shown count as unchanged. */
export const isSameAddress = (typed: TypedAddress, before: Address | null) => {
  const was = typedAddress(before)
  return names.every((name) => typed[name].trim() === was[name])
}
