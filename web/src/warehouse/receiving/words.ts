import type { StateWord } from '../../parts/StateBadge.tsx'

export const receiptStates: Record<'open' | 'completed' | 'cancelled' | 'reversed', StateWord> = {
  open: { word: 'Open', look: 'info' },
  completed: { word: 'Completed', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
  reversed: { word: 'Reversed', look: 'none' },
}
