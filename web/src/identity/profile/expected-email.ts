import { now } from '../../app/clock.ts'

const key = 'stowage.expected-email'
const lifetime = 24 * 60 * 60 * 1000

type Expected = { account: string; email: string; until: number }

/** Remembers, for this tab, the address that has been asked for and not confirmed yet. */
export function expectEmail(account: string, email: string) {
  const expected: Expected = { account, email, until: now() + lifetime }
  sessionStorage.setItem(key, JSON.stringify(expected))
}

/** The address this account waits for; undefined once it is confirmed or its link has expired. */
export function expectedEmail(user: { id: string; email: string }): string | undefined {
  const stored = sessionStorage.getItem(key)
  if (!stored) return undefined
  const { account, email, until } = JSON.parse(stored) as Expected
  const isOpen = account === user.id && email !== user.email && until > now()
  return isOpen ? email : undefined
}
