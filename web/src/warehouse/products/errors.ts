import type { Sentences } from '../refusals/blockers.ts'

export const sentences: Sentences = {
  barcode_ambiguous: (blockers) =>
    blockers.map(({ type, label }) => `This code also matches the ${type} ${label ?? ''}.`),
  duplicate_key: (blockers) =>
    blockers.flatMap(({ type, sku, barcode }) =>
      sku === undefined
        ? []
        : [type === 'barcode' ? `${sku} has the barcode ${barcode ?? ''}.` : `${sku} is there.`],
    ),
}
