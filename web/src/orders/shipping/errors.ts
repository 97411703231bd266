import { formatQuantity } from '../../app/format.ts'
import type { Sentences } from '../../workspace/refusals/blockers.ts'

export const sentences: Sentences = {
  order_incomplete: ({ lineNo, sku, qty }) =>
    `Line ${lineNo}, ${sku}: ${formatQuantity(qty)} not packed.`,
}
