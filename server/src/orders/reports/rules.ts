import type { AgeClass } from '@stowage/contract/orders/reports'

const dayMs = 86_400_000

/** The youngest and the oldest an age class holds, in days; the oldest is in it. */
const bounds: Record<AgeClass, readonly [above: number, most: number | undefined]> = {
  day: [-1, 1],
  week: [1, 7],
  month: [7, 30],
  older: [30, undefined],
}

/** Returns from when on and before when something must have begun to be in an age class now. */
export function beganIn(age: AgeClass, at: Date): { since: Date | null; before: Date | null } {
  const [above, most] = bounds[age]
  return {
    since: most === undefined ? null : new Date(at.getTime() - most * dayMs),
    before: above < 0 ? null : new Date(at.getTime() - above * dayMs),
  }
}
