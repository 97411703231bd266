const kept = 5

type Recent = { account: string; ids: string[] }

function stored(key: string): Recent | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as Recent
  } catch {
    return undefined
  }
}

/** What this account used last in the palette, latest first. `key` names the entry in storage. */
export function recentOf(key: string, account: string): string[] {
  const recent = stored(key)
  return recent?.account === account ? recent.ids : []
}

export function remember(key: string, account: string, id: string) {
  const others = recentOf(key, account).filter((one) => one !== id)
  const recent: Recent = { account, ids: [id, ...others].slice(0, kept) }
  localStorage.setItem(key, JSON.stringify(recent))
}
