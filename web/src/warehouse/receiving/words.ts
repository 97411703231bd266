import { statesOf } from '../../app/words.ts'

export const receiptStates = statesOf<'open' | 'completed' | 'cancelled' | 'reversed'>({
  open: { word: 'Open', look: 'info' },
  completed: { word: 'Completed', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
  reversed: { word: 'Reversed', look: 'none' },
})
