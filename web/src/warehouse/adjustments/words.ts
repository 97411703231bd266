import type { StateWord } from '../../parts/StateBadge.tsx'

export const adjustmentStates: Record<
  'draft' | 'pending_approval' | 'posted' | 'cancelled' | 'reversed',
  StateWord
> = {
  draft: { word: 'Draft', look: 'none' },
  pending_approval: { word: 'Waiting for approval', look: 'warn' },
  posted: { word: 'Posted', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
  reversed: { word: 'Reversed', look: 'none' },
}
