import type { LotState } from '@stowage/contract/warehouse/lots'
import { statesOf } from '../../app/words.ts'

export const lotStates = statesOf<LotState>({
  active: { word: 'Active', look: 'ok' },
  hold: { word: 'On hold', look: 'warn' },
  recalled: { word: 'Recalled', look: 'bad' },
})

/** How long a lot is still good for. */
export const daysText = (days: number | null): string => {
  if (days === null) return '-'
  const count = Math.abs(days)
  const text = `${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}`
  return days < 0 ? `Expired ${text} ago` : days === 0 ? 'Today' : text
}
