/**
 * Returns a table of words in which what this release does not know has a word too: a page that is open during an upgrade
 * meets new states before it is loaded again.
 */
export const known = <Key extends string, Value>(
  table: Record<Key, Value>,
  unknown: (raw: string) => Value,
): Record<Key, Value> =>
  new Proxy(table, {
    get: (words, key) =>
      typeof key === 'string' && !Object.hasOwn(words, key)
        ? unknown(key)
        : (Reflect.get(words, key) as Value),
  })

/** Words by name; an unknown name stands for itself. */
export const wordsOf = <Key extends string>(words: Record<Key, string>) =>
  known(words, (raw) => raw)

type StateWord = { word: string; look: 'ok' | 'warn' | 'bad' | 'info' | 'none' }
/** States with how they look; an unknown one stands for itself. */
export const statesOf = <Key extends string>(states: Record<Key, StateWord>) =>
  known<Key, StateWord>(states, (raw) => ({ word: raw, look: 'none' }))
