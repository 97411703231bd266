import { formatQuantity } from '../../app/format.ts'
import type { Sentences } from '../../workspace/refusals/blockers.ts'

export const sentences: Sentences = {
  over_return: ({ type, sku, left, requested }) =>
    type === 'order_line'
      ? `${sku}: ${formatQuantity(requested)} entered, ${formatQuantity(left)} can be returned.`
      : `${sku}: ${formatQuantity(requested)} entered, ${formatQuantity(left)} left in this return.`,
}
