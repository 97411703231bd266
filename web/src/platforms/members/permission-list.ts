/** 'a, b' as typed → ['a', 'b']: split on commas, trimmed, empty entries dropped, each once. */
export const splitPermissions = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
]

/** The same list as a field shows it. */
export const joinPermissions = (permissions: readonly string[]) => permissions.join(', ')

/** Suggests continuations: the list as typed, with each of `known` that it lacks as its last word. */
export function continued<Word extends string>(text: string, known: readonly Word[]) {
  const typed = /^.*,\s*/.exec(text)?.[0] ?? ''
  const words = splitPermissions(typed)
  return known
    .filter((word) => !words.includes(word))
    .map((word) => ({ word, text: `${typed}${word}` }))
}
