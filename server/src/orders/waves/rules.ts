import type { WaveState } from '@stowage/contract/orders/waves'

/** The states that can follow each state of a wave. */
export const waveTransitions: Record<WaveState, readonly WaveState[]> = {
  draft: ['released', 'cancelled'],
  released: ['in_progress', 'cancelled'],
  in_progress: ['completed'],
  completed: [],
  cancelled: [],
}
