import { formatQuantity } from '../../app/format.ts'
import type { Sentences } from '../../workspace/refusals/blockers.ts'

export const sentences: Sentences = {
  over_pack: ({ sku, left, requested }) =>
    `${sku}: ${formatQuantity(requested)} scanned, ${formatQuantity(left)} left.`,
}
