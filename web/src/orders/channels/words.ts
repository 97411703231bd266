import type { Channel, SplitPolicy } from '@stowage/contract/orders/channels'
import { wordsOf } from '../../app/words.ts'

export const kinds = wordsOf<Channel['kind']>({
  manual: 'Manual entry',
  api: 'API',
  shop: 'Shop',
})

/** Ways to divide an order among warehouses. */
export const splitPolicies = wordsOf<SplitPolicy>({
  fewest_shipments: 'Fewest shipments',
  priority: 'Warehouse order',
  nearest: 'Nearest to the address',
})

export const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
