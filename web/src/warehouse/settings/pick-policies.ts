import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'

/** Which stock is picked first. */
export const pickPolicyWords: Record<PickPolicy, string> = {
  fefo: 'Expires first',
  fifo: 'Oldest first',
  closest: 'Shortest path',
  fewest: 'Fewest locations',
}

export const policyOptions = Object.entries(pickPolicyWords).map(([value, label]) => ({
  value,
  label,
}))

/** The policies, and a first option for leaving the choice to something else. */
export const policyOptionsOr = (label: string) => [{ value: '', label }, ...policyOptions]
