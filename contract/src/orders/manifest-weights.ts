/** Packages together: grams of those that were weighed, null if none was. */
export type Weighed = { weightG: number | null; packageCount: number; unweighedCount: number }

/** Returns the weight of packages together. */
export function weigh(packages: readonly { weightG: number | null }[]): Weighed {
  const weights = packages.flatMap(({ weightG }) => (weightG === null ? [] : [weightG]))
  return {
    weightG: weights.length === 0 ? null : weights.reduce((sum, one) => sum + one, 0),
    packageCount: packages.length,
    unweighedCount: packages.length - weights.length,
  }
}

/** '0.82 kg, 3 of 4 packages not weighed'; blank where none was weighed. */
export function weightText({ weightG, packageCount, unweighedCount }: Weighed): string {
  if (weightG === null) return ''
  const weight = `${(weightG / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })} kg`
  return unweighedCount === 0
    ? weight
    : `${weight}, ${unweighedCount} of ${packageCount} packages not weighed`
}
