import { foldKey } from '@stowage/contract/folding'

/** One line of the palette. */
export type Item = {
  /** The same the next time: kept to know what was used lately. */
  id: string
  name: string
  /** A short name people also look for, shown beside the name: the path of a platform. */
  code?: string
  group: string
  keys?: string | undefined
  run: () => unknown
  waits?: boolean | undefined
  /** Found by the server for what was typed, whatever its name says; `exact` is its very code. */
  match?: 'exact' | 'found'
}

export const recentGroup = 'Recent'

/**
 * The lines that hold every typed word, as people want them: what is called exactly so, then what
 * was used lately (latest first), then the rest in the order given. Lines of a group stay together.
 */
export function arrange(items: readonly Item[], typed: string, recent: readonly string[]): Item[] {
  const text = foldKey(typed.trim())
  const words = text.split(/\s+/)
  const found = items.filter(({ name, code = '', match }) => {
    if (match) return true
    const whole = foldKey(`${name} ${code}`)
    return words.every((word) => whole.includes(word))
  })
  const isExact = ({ name, code, match }: Item) =>
    match === 'exact' || (text !== '' && (code === text || foldKey(name) === text))
  const exact = found.filter(isExact)
  const lately = recent.flatMap((id) => found.filter((item) => item.id === id && !isExact(item)))
  const rest = found.filter((item) => !exact.includes(item) && !lately.includes(item))
  return [...exact, ...lately.map((item) => ({ ...item, group: recentGroup })), ...rest]
}

/** The same lines cut into runs of one group each, for drawing. */
export function grouped(items: readonly Item[]): { group: string; items: Item[] }[] {
  const runs: { group: string; items: Item[] }[] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run?.group === item.group) run.items.push(item)
    else runs.push({ group: item.group, items: [item] })
  }
  return runs
}
