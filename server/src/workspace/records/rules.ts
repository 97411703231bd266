/** Returns a value as text in which the order of keys and fields that are left out do not count. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'null'

/** Checks whether two values are the same once stored: the order of keys and absent fields do not count. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  canonical(one) === canonical(other)

/** Returns the names of the values that differ from what is stored. */
export const changedValues = <Values extends object>(
  before: { [Name in keyof Values]: unknown },
  after: Values,
): (keyof Values & string)[] =>
  (Object.keys(after) as (keyof Values & string)[]).filter(
    (name) => !isSameValue(before[name], after[name]),
  )
