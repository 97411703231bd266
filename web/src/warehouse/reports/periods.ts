/** The first and the last day of a period, both counted. */
export type Days = { since: string; until: string }

const dayMs = 86_400_000
const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The periods people ask for, from what day it is. A week begins on Monday. */
export const presets: readonly { name: string; of: (today: string) => Days }[] = [
  { name: 'Today', of: (today) => ({ since: today, until: today }) },
  {
    name: 'Yesterday',
    of: (today) => ({ since: shifted(today, -1), until: shifted(today, -1) }),
  },
  { name: 'This week', of: (today) => thisWeek(today) },
  {
    name: 'Last month',
    of: (today) => {
      const until = shifted(firstOfMonth(today), -1)
      return { since: firstOfMonth(until), until }
    },
  },
]

export function thisWeek(today: string): Days {
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7
  return { since: shifted(today, -sinceMonday), until: today }
}

export const dayBefore = (day: string) => shifted(day, -1)
