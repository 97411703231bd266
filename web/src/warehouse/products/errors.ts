import type { Sentences } from '../../workspace/refusals/blockers.ts'

export const sentences: Sentences = {
  barcode_ambiguous: ({ type, label }) => `This code also matches the ${type} ${label}.`,
  duplicate_key: ({ sku, barcode }) => {
    if (sku === undefined) return undefined
    return barcode === undefined
      ? `SKU ${sku} already exists.`
      : `${sku} has the barcode ${barcode}.`
  },
}
