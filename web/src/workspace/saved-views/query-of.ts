/** Parts of the address of a list that filter and sort nothing. */
const notKept = new Set(['wh', 'saved', 'cursor', 'from', 'limit', 'count'])

/** Returns the filters, search and sort in the address of a list, as a view keeps them. */
export const queryOf = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      notKept.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )

/** Returns whether two such queries show the same. */
export function isSameQuery(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}
