/** What is written to a column for each value of the column `from`. */
export type Derived = { from: string; of: (value: never) => unknown }

/** Returns the values of the derived columns whose source is among these values. */
export const derivedOf = (
  { derived = {} }: { derived?: Record<string, Derived> },
  values: object,
): [string, unknown][] =>
  Object.entries(derived).flatMap(([name, { from, of }]) => {
    const source = (values as Record<string, unknown>)[from]
    return source === undefined ? [] : [[name, of(source as never)]]
  })
