import { statesOf } from '../../app/words.ts'

export const adjustmentStates = statesOf<
  'draft' | 'pending_approval' | 'posted' | 'cancelled' | 'reversed'
>({
  draft: { word: 'Draft', look: 'none' },
  pending_approval: { word: 'Waiting for approval', look: 'warn' },
  posted: { word: 'Posted', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
  reversed: { word: 'Reversed', look: 'none' },
})
