import { domainToASCII } from 'node:url'
import { failField } from '../../errors.ts'

const longest = 254
// What a mail header, or a list of addresses, would read as something else.
const unsafe = /[\s,;:<>()[\]\\"＠\p{C}]/u

/**
 * The canonical form of an address, by which two spellings of one mailbox are found to be one:
 * trimmed, NFC, lower case, the domain in its ASCII form. Undefined for what is no address.
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

/** The canonical form of an address that a form asked for in `path`; fails when it is none. */
export function requireEmailKey(typed: string, path = 'email'): string {
  const message = 'Enter a valid email address'
  return emailKey(typed) ?? failField(path, message)
}
