import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { wordsOf } from '../../app/words.ts'

/** Names of the rules for which stock is picked first. */
export const pickPolicyWords = wordsOf<PickPolicy>({
  fefo: 'Expires first',
  fifo: 'Oldest first',
  closest: 'Shortest path',
  fewest: 'Fewest locations',
})

export const policyOptions = Object.entries(pickPolicyWords).map(([value, label]) => ({
  value,
  label,
}))

/** The policies, and a first option for leaving the choice to something else. */
export const policyOptionsOr = (label: string) => [{ value: '', label }, ...policyOptions]
