import { foldKey } from '@stowage/contract/folding'
import type { Address, Customer } from '@stowage/contract/orders/customers'

/** The words of a text, folded; what stands between a last and a first name is none. */
export const wordsOf = (text: string): string[] =>
  foldKey(text)
    .split(/[\s,;]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Fewer digits are in too many phone numbers to tell customers by. */
const fewest = 4

const digitsOf = (phone: string) => phone.replaceAll('(0)', '').replace(/\D/g, '')

/**
 * Returns the digits of what may be a phone number, without the zeros before an area or a country; undefined for
 * anything else, and for too few.
 */
export function phoneDigitsOf(q: string): string | undefined {
  if (!/^[\d\s()+./-]+$/.test(q)) return undefined
  const digits = digitsOf(q).replace(/^0+/, '')
  return digits.length >= fewest ? digits : undefined
}

/** A word as a lexeme of a tsquery or a tsvector. */
export const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`

/**
 * Returns what the text index holds of a customer, as a tsvector: the words of code and name with weight A; the emails,
 * and each phone number from every digit on, with weight B.
 */
export const indexOf = ({
  code,
  name,
  emails,
  phones,
}: Pick<Customer, 'code' | 'name' | 'emails' | 'phones'>): string =>
  lexemesOf(`${code} ${name}`, emails, phones)

/** Returns the same of an address that something is sent to: its names, and its phone number. */
const indexOfAddress = ({ name, company, phone }: Address): string =>
  lexemesOf(`${name} ${company}`, [], [phone])

/** Search words of an order, from the address it is sent to. */
export const recipientWords = {
  from: 'shippingAddress',
  of: (to: Address | null) => (to ? indexOfAddress(to) : ''),
}

function lexemesOf(named: string, emails: readonly string[], phones: readonly string[]): string {
  const terms = wordsOf(named)
  const names = terms.flatMap((term) => [term, ...(term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])])
  const endings = phones
    .map(digitsOf)
    .flatMap((digits) =>
      Array.from({ length: Math.max(0, digits.length - fewest + 1) }, (_, at) => digits.slice(at)),
    )
  const contacts = [...emails.flatMap(wordsOf), ...endings]
  const lexemes = (words: readonly string[], weight: string) =>
    [...new Set(words)].map((word) => `${quoted(word)}:1${weight}`)
  return [...lexemes(names, 'A'), ...lexemes(contacts, 'B')].join(' ')
}

/** Returns the tsquery that finds the digits of a phone number; undefined for what cannot be one. */
export function phoneTerms(q: string): string | undefined {
  const digits = phoneDigitsOf(q)
  return digits && `${quoted(digits)}:*B`
}

/**
 * Returns what to look for in the text index, as a tsquery: each word begins a word of the customer, or all is a part
 * of a phone number. Without the right to see contacts, of code and name alone.
 */
export function searchTerms(q: string, showsContacts: boolean): string | undefined {
  const words = wordsOf(q)
  if (words.length === 0) return undefined
  const named = words.map((word) => `${quoted(word)}:*${showsContacts ? '' : 'A'}`).join(' & ')
  const phone = showsContacts ? phoneTerms(q) : undefined
  return phone ? `(${named}) | ${phone}` : named
}

/** A shorter beginning is that of too many words of too many orders. */
const shortestBeginning = 3

/**
 * Returns the tsquery that finds addresses: each word is one of the names, or begins one, or all is a part of the phone
 * number.
 */
export function recipientTerms(q: string): string | undefined {
  const words = wordsOf(q)
  if (words.length === 0) return undefined
  const named = words
    .map((word) => `${quoted(word)}:${[...word].length < shortestBeginning ? '' : '*'}A`)
    .join(' & ')
  const phone = phoneTerms(q)
  return phone ? `(${named}) | ${phone}` : named
}

/**
 * Returns the key that identifies a customer without a code: the email folded, or the digits of the phone
 * number.
 */
export const contactKeyOf = ({
  email,
  phone,
}: {
  email: string | undefined
  phone: string | undefined
}): string | undefined =>
  email === undefined ? phone && (phoneDigitsOf(phone) ?? phone) : foldKey(email)

/** Stands for what is not shown. */
export const masking = '•••'

/** Shows the first letter only, so two entries can still be told apart. */
export const masked = (text: string) => (text === '' ? '' : `${[...text][0]}${masking}`)
export const maskedEmail = (text: string) => {
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
