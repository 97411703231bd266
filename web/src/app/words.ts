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

/** Returns a name of the API as people read it: 'hold_released' as 'Hold released'. */
export function sentenceOf(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the singular of an English plural: 'batches' as 'batch'. */
export const singularOf = (nouns: string) =>
  nouns.replace(/(?<=ch|sh|ss|x)es$|ies$|s$/, (end) => (end === 'ies' ? 'y' : ''))

/** Returns the plural of an English noun: 'Category' as 'Categories'. */
export const pluralOf = (noun: string) =>
  noun.replace(/(?:[^aeiou]y|s|x|z|ch|sh)$/, (end) =>
    end.endsWith('y') ? `${end[0]}ie` : `${end}e`,
  ) + 's'
