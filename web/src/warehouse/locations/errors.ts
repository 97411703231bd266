import { formatQuantity } from '../../app/format.ts'
import { joined, type Sentences } from '../../workspace/refusals/blockers.ts'

const itemOf = ({ sku, lot }: { sku: string; lot: string | null }) =>
  lot === null ? sku : `${sku} of lot ${lot}`

/** Sentences for locations that nothing can be stored in or taken from. */
const blockedWords: Record<string, string> = {
  blocked: 'is blocked',
  blocked_in: 'is blocked for incoming stock',
  blocked_out: 'is blocked for outgoing stock',
  archived: 'is archived',
}

export const sentences: Sentences = {
  location_blocked: ({ code, status }) =>
    `${code} ${blockedWords[status] ?? 'is blocked'}. Choose another location, or unblock it in Locations.`,
  location_full: ({ code, limit, max, now, wouldBe }) => {
    const unit = limit === 'maxWeightG' ? 'grams' : 'units'
    return `${code} holds up to ${formatQuantity(max)} ${unit}. It has ${formatQuantity(now)} and would have ${formatQuantity(wouldBe)}. Choose another location for the rest.`
  },
  location_mix_forbidden: ({ code, limit, there, ...item }) => {
    const rule = limit === 'mixedLots' ? 'one lot per SKU' : 'one SKU'
    return `${code} holds only ${rule}. It can’t hold ${itemOf(item)} together with ${joined(there.map(itemOf))}. Choose another location.`
  },
}
