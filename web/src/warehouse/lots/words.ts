import type { LotState } from '@stowage/contract/warehouse/lots'
import { formatCount } from '../../app/format.ts'
import { statesOf } from '../../app/words.ts'

export const lotStates = statesOf<LotState>({
  active: { word: 'Active', look: 'ok' },
  hold: { word: 'On hold', look: 'warn' },
  recalled: { word: 'Recalled', look: 'bad' },
})

/** Returns the time until a lot expires: '12 days', 'Today', 'Expired 1 day ago'. */
export const daysText = (days: number | null): string => {
  if (days === null) return '-'
  const count = Math.abs(days)
  const text = `${formatCount(count)} ${count === 1 ? 'day' : 'days'}`
  return days < 0 ? `Expired ${text} ago` : days === 0 ? 'Today' : text
}
