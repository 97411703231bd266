/** Rules for which stock is picked first: what expires first, the oldest, the next on the path, the largest quantity. */
export const pickPolicies = ['fefo', 'fifo', 'closest', 'fewest'] as const
export type PickPolicy = (typeof pickPolicies)[number]
