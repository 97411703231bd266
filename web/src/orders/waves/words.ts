import type { WaveOrderState, WaveState } from '@stowage/contract/orders/waves'
import { formatCount, formatQuantity } from '../../app/format.ts'
import { statesOf } from '../../app/words.ts'

export const waveStates = statesOf<WaveState>({
  draft: { word: 'To release', look: 'none' },
  released: { word: 'Released', look: 'info' },
  in_progress: { word: 'In progress', look: 'info' },
  completed: { word: 'Completed', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
})

export const waveOrderStates = statesOf<WaveOrderState>({
  pending: { word: 'Waiting', look: 'none' },
  released: { word: 'Released', look: 'ok' },
  refused: { word: 'Not released', look: 'bad' },
  skipped: { word: 'Left out', look: 'none' },
  returned: { word: 'Taken back', look: 'none' },
})

export const waveViews = {
  to_release: 'To release',
  in_work: 'In work',
  with_shorts: 'With shorts',
} as const

/** Returns the number of orders, lines and units of a wave, as text. */
export function takenText({
  orders,
  lines,
  units,
}: {
  orders: number
  lines: number
  units: string
}) {
  if (orders === 0) return 'No order can be released now.'
  return [
    orders === 1 ? '1 order' : `${formatCount(orders)} orders`,
    lines === 1 ? '1 line' : `${formatCount(lines)} lines`,
    `${formatQuantity(units)} units`,
  ].join(', ')
}

/** Names of the filters by the promised time. */
export const promisedWords = {
  overdue: 'Overdue',
  day: 'Within 24 hours',
  week: 'Within 7 days',
  none: 'No date',
} as const
