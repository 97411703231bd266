const prefix = 'stowage.draft.'
/** SKUs, lots and codes of customers are work like any other; no form with a draft asks for a code that proves who signs in. */
const secret = /password|token/i

type Values = Record<string, unknown>

/** Asks a form for what was typed; undefined while nothing differs from what is saved. */
type Source = () => Values | undefined

const sources = new Map<string, Source>()

/** Announces a form whose typed data must survive a forced sign-out; undo with the returned call. */
export function offerDraft(name: string, source: Source) {
  sources.set(name, source)
  return () => {
    if (sources.get(name) === source) sources.delete(name)
  }
}

/** Each account has drafts of its own, also in a tab that others have used. */
const keyOf = (name: string, account: string) => `${prefix}${account}.${name}`

/**
 * Writes down what an account typed. Without an account nothing is written: a session that ends takes the account away
 * before its page is gone, and what was typed must stay with whoever typed it.
 */
export function keepDraft(name: string, account: string, values: Values) {
  if (account === '') return
  const open = Object.entries(values).filter(([key]) => !secret.test(key))
  sessionStorage.setItem(keyOf(name, account), JSON.stringify(Object.fromEntries(open)))
}

/** Keeps what every open form holds, never passwords or codes, for this account alone. */
export function saveDrafts(account: string) {
  for (const [name, source] of sources) {
    const values = source()
    if (values) keepDraft(name, account, values)
  }
}

/** Returns what this account typed before, or undefined. */
export function findDraft(name: string, account: string): Values | undefined {
  const stored = account === '' ? null : sessionStorage.getItem(keyOf(name, account))
  return stored === null ? undefined : (JSON.parse(stored) as Values)
}

export const dropDraft = (name: string, account: string) =>
  sessionStorage.removeItem(keyOf(name, account))
