/* The kinds of stock movements. Not in `warehouse/stock.ts`, because refusals of every group name movements. */
export const moveKinds = [
  'receive',
  'relocate',
  'pick',
  'ship',
  'unship',
  'status_change',
  'adjust',
  'count',
  'scrap',
  'return_in',
  'return_to_vendor',
] as const
