import type { BatchState, PickMethod } from '@stowage/contract/orders/batches'
import { statesOf, wordsOf } from '../../app/words.ts'

export const batchStates = statesOf<BatchState>({
  open: { word: 'Open', look: 'none' },
  in_progress: { word: 'In progress', look: 'info' },
  completed: { word: 'Completed', look: 'ok' },
  cancelled: { word: 'Cancelled', look: 'none' },
})

export const methodWords = wordsOf<PickMethod>({
  single: 'Single order',
  batch: 'Batch',
  cluster: 'Cluster',
})

export const batchViews = {
  open: 'To start',
  in_work: 'In work',
  mine: 'Mine',
  with_shorts: 'With shorts',
} as const
