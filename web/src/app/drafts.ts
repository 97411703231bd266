const prefix = 'stowage.draft.'
const secret = /password|code|token/i

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

export function keepDraft(name: string, account: string, values: Values) {
  const open = Object.entries(values).filter(([key]) => !secret.test(key))
  sessionStorage.setItem(
    prefix + name,
    JSON.stringify({ account, values: Object.fromEntries(open) }),
  )
}

/** Keeps what every open form holds, never passwords or codes, for this account alone. */
export function saveDrafts(account: string) {
  for (const [name, source] of sources) {
    const values = source()
    if (values) keepDraft(name, account, values)
  }
}

/** What this account typed before, or undefined. */
export function findDraft(name: string, account: string): Values | undefined {
  const stored = sessionStorage.getItem(prefix + name)
  if (!stored) return undefined
  const draft = JSON.parse(stored) as { account: string; values: Values }
  return draft.account === account ? draft.values : undefined
}

export const dropDraft = (name: string) => sessionStorage.removeItem(prefix + name)
