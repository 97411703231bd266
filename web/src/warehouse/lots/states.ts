import type { Lot } from '@stowage/contract/warehouse/lots'

type Words = {
  action: string
  /** The question before it. */
  title: (code: string) => string
  done: string
  consequence: string
}

export const verbs = {
  hold: {
    action: 'Put lot on hold',
    title: (code) => `Put lot ${code} on hold?`,
    done: 'put on hold',
    consequence: 'Its free stock goes on hold and can no longer be promised.',
  },
  release: {
    action: 'Release lot',
    title: (code) => `Release lot ${code}?`,
    done: 'released',
    consequence: 'Its stock on hold becomes available again.',
  },
  recall: {
    action: 'Recall lot',
    title: (code) => `Recall lot ${code}?`,
    done: 'recalled',
    consequence:
      'Its free stock goes on hold. To sell it again later, put the lot on hold and release it.',
  },
  displace: {
    action: 'Take open picks away',
    title: (code) => `Take open picks of lot ${code} away?`,
    done: 'taken away from orders',
    consequence:
      'Orders that haven’t picked it get other stock where there is some, and wait otherwise.',
  },
} as const satisfies Record<string, Words>
export type Verb = keyof typeof verbs

/** What can be done with a lot in its state. */
export const verbsOf = ({ state }: Pick<Lot, 'state'>): readonly Verb[] =>
  state === 'active'
    ? ['hold', 'recall']
    : state === 'hold'
      ? ['release', 'recall', 'displace']
      : ['hold', 'displace']
