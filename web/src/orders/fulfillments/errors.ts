import { formatQuantity } from '../../app/format.ts'
import type { Sentences } from '../../workspace/refusals/blockers.ts'
import { leftWords } from './words.ts'

export const sentences: Sentences = {
  wrong_location_scanned: ({ expected, got }) => `Go to ${expected}. You scanned ${got}.`,
  wrong_item_scanned: ({ expected, got }) =>
    expected ? `Needed: ${expected}. You scanned ${got}.` : `Nothing is left. You scanned ${got}.`,
  over_pick: ({ sku, left, requested }) =>
    `${sku}: ${formatQuantity(requested)} entered, ${formatQuantity(left)} left to pick here.`,
  nothing_to_release: ({ sku, qty, reason }) =>
    `${sku}: ${formatQuantity(qty)} ${leftWords[reason]}.`,
}
