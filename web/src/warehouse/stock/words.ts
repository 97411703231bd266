import type { LotState } from '@stowage/contract/warehouse/lots'
import type { StockStatus } from '@stowage/contract/warehouse/stock'

type Look = 'ok' | 'warn' | 'bad' | 'info' | 'none'
type Word = { word: string; look: Look }

/** How goods are, in the words of the floor. */
export const statuses: Record<StockStatus, Word> = {
  available: { word: 'Available', look: 'ok' },
  hold: { word: 'On hold', look: 'warn' },
  quarantine: { word: 'Quarantine', look: 'warn' },
  damaged: { word: 'Damaged', look: 'bad' },
  expired: { word: 'Expired', look: 'bad' },
}

export const statusOptions = Object.entries(statuses).map(([value, { word }]) => ({
  value,
  label: word,
}))

/** What kind of movement it was. */
export const kinds: Record<string, string> = {
  receive: 'Received',
  relocate: 'Moved',
  status_change: 'Status changed',
  adjust: 'Adjusted',
  count: 'Counted',
  scrap: 'Scrapped',
}
export const kindOf = (kind: string): string => kinds[kind] ?? kind.replaceAll('_', ' ')

export const receiptStates: Record<'open' | 'completed' | 'cancelled' | 'reversed', Word> = {
  open: { word: 'Open', look: 'info' },
  completed: { word: 'Completed', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
  reversed: { word: 'Reversed', look: 'none' },
}

export const adjustmentStates: Record<
  'draft' | 'pending_approval' | 'posted' | 'cancelled' | 'reversed',
  Word
> = {
  draft: { word: 'Draft', look: 'none' },
  pending_approval: { word: 'Waiting for approval', look: 'warn' },
  posted: { word: 'Posted', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
  reversed: { word: 'Reversed', look: 'none' },
}

export const lotStates: Record<LotState, Word> = {
  active: { word: 'Active', look: 'ok' },
  hold: { word: 'On hold', look: 'warn' },
  recalled: { word: 'Recalled', look: 'bad' },
}

/** How long a lot is still good for. */
export const daysText = (days: number | null): string => {
  if (days === null) return '-'
  const count = Math.abs(days)
  const said = `${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}`
  return days < 0 ? `Expired ${said} ago` : days === 0 ? 'Today' : said
}
