import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { isBreached } from './is-breached.ts'
import { isCommonPassword } from './is-common-password.ts'

/** The user's own data, which attackers try first. */
type Person = { email: string; platformSlug?: string }

/**
 * Fails with `password_too_common` or `password_breached` if the configured policy refuses the
 * password. May wait for another server, so it must not run in a transaction.
 */
export async function requireAcceptable(
  { config, log }: Pick<Context, 'config' | 'log'>,
  password: string,
  person: Person,
): Promise<void> {
  const { passwordBlocklist: list, hibpUrl } = config
  if (list !== 'off' && isCommonPassword(password, list)) fail('password_too_common')
  if (list === 'top10k' && isAboutPerson(password, person)) fail('password_too_common')
  if (hibpUrl !== undefined && (await isBreached({ log }, password, hibpUrl)))
    fail('password_breached')
}

function isAboutPerson(password: string, { email, platformSlug }: Person): boolean {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase()
  const localPart = email.slice(0, email.lastIndexOf('@'))
  const known = [email, localPart, 'stowage', ...(platformSlug ? [platformSlug] : [])]
  return known.map(plain).includes(plain(password))
}

/** Compares in NFKC, like the hash, because keyboards differ in code points. */
export const isSamePassword = (one: string, other: string) =>
  one.normalize('NFKC') === other.normalize('NFKC')
