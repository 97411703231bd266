import { below, chanceOf } from './chance.ts'
import type { DemoCompany } from './company.ts'

/* When orders come in: whole numbers only, so it is the same on every machine. */

/** Hundredths of the mean, from Sunday. */
const weekdays = [85, 115, 110, 105, 102, 105, 78] as const
/** Orders in each hour of a day, in UTC, with humps at 11 and 20. */
const hours = [
  4, 2, 1, 1, 1, 2, 5, 12, 25, 40, 52, 56, 50, 44, 40, 38, 38, 40, 46, 56, 62, 50, 28, 12,
] as const
/** Sixteen equally likely values of an exponential distribution with mean 100. */
const exponential = [3, 10, 17, 25, 33, 42, 52, 63, 75, 90, 106, 126, 151, 184, 235, 388] as const

const dayMs = 86_400_000
const minutesOfDay = 24 * 60

/**
 * Returns how many minutes before `today` each order was placed, the oldest first. Days differ by
 * weekday and chance: the orders of a day are negative binomial with k 8.
 */
export function momentsOf(
  { seed, platform, orders, orderDays }: DemoCompany,
  today: Date,
): number[] {
  const noise = chanceOf(seed, platform, 'order day')
  const days = Array.from({ length: orderDays }, (_, daysAgo) =>
    weightOf(new Date(today.getTime() - daysAgo * dayMs), noise(daysAgo)),
  )
  const dayOf = drawerOf(days)
  const hourOf = drawerOf(hours)
  const chance = chanceOf(seed, platform, 'order moment')
  const sinceMidnight = Math.trunc((today.getTime() % dayMs) / 60_000)
  const moments = Array.from({ length: orders }, (_, i) => {
    const draw = chance(i)
    const daysAgo = dayOf(below(draw, 0xffffff))
    const minute = hourOf(below(draw, 0xffffff, 20)) * 60 + below(draw, 60, 40)
    const minutesAgo = daysAgo * minutesOfDay + sinceMidnight - minute
    // What would come later today came yesterday.
    return minutesAgo < 1 ? minutesAgo + minutesOfDay : minutesAgo
  })
  return moments.toSorted((a, b) => b - a)
}

function weightOf(day: Date, draw: bigint): number {
  // The sum of eight exponential ones.
  let gamma = 0
  for (let i = 0; i < 8; i++) gamma += exponential[below(draw, exponential.length, i * 4)] ?? 0
  return (weekdays[day.getUTCDay()] ?? 100) * gamma
}

/** Draws an index as often as its weight says, from a number below 2^24 - 1. */
function drawerOf(weights: readonly number[]): (draw: number) => number {
  let sum = 0
  const sums = weights.map((weight) => (sum += weight))
  return (draw) => {
    const at = Math.trunc((draw * sum) / 0xffffff)
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return low
  }
}
