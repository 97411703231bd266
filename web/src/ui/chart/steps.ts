/** The corners of a line that stays at each value until the next: place and value. */
export function stepsOf(values: readonly number[]): [number, number][] {
  return values.flatMap((value, at): [number, number][] => {
    const before = values[at - 1]
    return before === undefined || before === value
      ? [[at, value]]
      : [
          [at, before],
          [at, value],
        ]
  })
}

/** The end of a scale from zero that holds these values and is never empty. */
export const summit = (values: readonly number[]) => Math.max(1, ...values)

/** Returns up to `count` evenly spaced indexes from the first to the last point, both included. */
export const ticksOf = (points: number, count: number): number[] => {
  const parts = Math.min(points, count) - 1
  if (parts < 1) return points > 0 ? [0] : []
  return Array.from({ length: parts + 1 }, (_, i) => Math.round((i * (points - 1)) / parts))
}
