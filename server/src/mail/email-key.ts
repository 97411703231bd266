import { domainToASCII } from 'node:url'
import { failField } from '../errors.ts'

const longest = 254
// Characters with a meaning in mail headers or address lists.
const unsafe = /[\s,;:<>()[\]\\"＠\p{C}]/u

/**
 * Returns the canonical form of an address, which identifies its mailbox: trimmed, NFC, lower case,
 * with the domain in ASCII. Returns undefined for an invalid address.
 */
export function emailKey(typed: string): string | undefined {
  const address = typed.normalize('NFC').trim()
  const [local, domain, ...rest] = address.split('@')
  if (!local || !domain || rest.length > 0 || unsafe.test(address)) return undefined
  const ascii = domainToASCII(domain)
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(ascii)) return undefined
  const key = `${local.toLowerCase().normalize('NFC')}@${ascii}`
  return key.length <= longest ? key : undefined
}

/** Returns the canonical form of the address in the field `path`. Throws for an invalid address. */
export function requireEmailKey(typed: string, path = 'email'): string {
  const message = 'Enter a valid email address'
  return emailKey(typed) ?? failField(path, message)
}
