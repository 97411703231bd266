import type { StockStatus } from '@stowage/contract/warehouse/stock'
import { statesOf } from '../../app/words.ts'

/** The stock statuses in the words of the floor. */
export const statuses = statesOf<StockStatus>({
  available: { word: 'Available', look: 'ok' },
  hold: { word: 'On hold', look: 'warn' },
  quarantine: { word: 'Quarantine', look: 'warn' },
  damaged: { word: 'Damaged', look: 'bad' },
  expired: { word: 'Expired', look: 'bad' },
})

export const statusOptions = Object.entries(statuses).map(([value, { word }]) => ({
  value,
  label: word,
}))
