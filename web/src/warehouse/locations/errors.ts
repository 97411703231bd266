import { joined, quantityOf, type Sentences } from '../refusals/blockers.ts'

const itemOf = ({ sku, lot }: { sku?: string | undefined; lot?: string | undefined }) =>
  [sku ?? 'It', lot && `of lot ${lot}`].filter(Boolean).join(' ')

/** Why nothing can be stored in or taken from a location. */
const blockedWords: Record<string, string> = {
  blocked: 'is blocked',
  blocked_in: 'is blocked for incoming stock',
  blocked_out: 'is blocked for outgoing stock',
  archived: 'is archived',
}

export const sentences: Sentences = {
  location_blocked: (blockers) =>
    blockers.map(
      (one) =>
        `${one.location ?? one.code ?? 'The location'} ${blockedWords[one.status ?? ''] ?? 'is blocked'}. Choose another location, or unblock it in Locations.`,
    ),
  location_full: (blockers) =>
    blockers.map((one) => {
      const unit = one.limit === 'maxWeightG' ? 'grams' : 'units'
      return `${one.code ?? 'The location'} holds up to ${quantityOf(one.max)} ${unit}. It has ${quantityOf(one.now)} and would have ${quantityOf(one.wouldBe)}. Choose another location for the rest.`
    }),
  location_mix_forbidden: (blockers) =>
    blockers.map((one) => {
      const there = joined((one.there ?? []).map(itemOf))
      const rule = one.limit === 'mixedLots' ? 'one lot per SKU' : 'one SKU'
      return `${one.code ?? 'The location'} holds only ${rule}. It can’t hold ${itemOf(one)} together with ${there}. Choose another location.`
    }),
}
