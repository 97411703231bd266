import type { Lot } from '@stowage/contract/warehouse/lots'

export const verbs = {
  hold: { action: 'Put lot on hold', done: 'put on hold' },
  release: { action: 'Release lot', done: 'released' },
  recall: { action: 'Recall lot', done: 'recalled' },
} as const
export type Verb = keyof typeof verbs

export const consequences: Record<Verb, string> = {
  hold: 'Its free stock goes on hold and can no longer be promised.',
  release: 'Its stock on hold becomes available again.',
  recall: 'Its free stock goes on hold. A recalled lot must be put on hold before it is released.',
}

/** What can be done with a lot in its state. */
export const verbsOf = ({ state }: Lot): readonly Verb[] =>
  state === 'active' ? ['hold', 'recall'] : state === 'hold' ? ['release', 'recall'] : ['hold']
