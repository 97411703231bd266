import { domainToASCII } from 'node:url'

const longest = 254

/**
 * The canonical form of an address, by which two spellings of one mailbox are found to be one:
 * trimmed, NFC, lower case, the domain in its ASCII form. Undefined for what is no address.
 */
export function emailKey(typed: string): string | undefined {
  const [local, domain, ...rest] = typed.normalize('NFC').trim().split('@')
  if (!local || !domain || rest.length > 0 || /[\s,<>＠\p{Cc}]/u.test(local)) return undefined
  const ascii = domainToASCII(domain)
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(ascii)) return undefined
  const key = `${local.toLowerCase().normalize('NFC')}@${ascii}`
  return key.length <= longest ? key : undefined
}
