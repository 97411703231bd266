type Seed = { code: string; name: string; applies: string[]; requiresNote?: boolean }

/** Reasons every platform starts with; it may add to them and archive them. */
export const reasons: readonly Seed[] = [
  { code: 'found', name: 'Found', applies: ['adjust_up', 'count'] },
  { code: 'missing', name: 'Missing', applies: ['adjust_down', 'count', 'short_pick'] },
  {
    code: 'damaged',
    name: 'Damaged',
    applies: ['adjust_down', 'scrap', 'return', 'short_pick', 'status'],
  },
  { code: 'expired', name: 'Expired', applies: ['adjust_down', 'scrap', 'status'] },
  { code: 'stolen', name: 'Stolen', applies: ['adjust_down'] },
  { code: 'data_entry_error', name: 'Data entry error', applies: ['adjust_up', 'adjust_down'] },
  {
    code: 'count_variance',
    name: 'Count variance',
    applies: ['adjust_up', 'adjust_down', 'count'],
  },
  { code: 'supplier_short', name: 'Supplier sent too little', applies: ['adjust_down'] },
  { code: 'supplier_over', name: 'Supplier sent too much', applies: ['adjust_up'] },
  { code: 'wrong_item', name: 'Wrong item', applies: ['adjust_up', 'adjust_down', 'return'] },
  { code: 'sample', name: 'Sample', applies: ['adjust_down'] },
  { code: 'donation', name: 'Donation', applies: ['adjust_down', 'scrap'] },
  { code: 'internal_use', name: 'Internal use', applies: ['adjust_down'] },
  {
    code: 'quality_fail',
    name: 'Failed quality check',
    applies: ['adjust_down', 'scrap', 'status'],
  },
  { code: 'rework', name: 'Rework', applies: ['adjust_up', 'adjust_down', 'status'] },
  { code: 'opening_balance', name: 'Opening balance', applies: ['adjust_up'] },
  {
    code: 'other',
    name: 'Other',
    applies: ['adjust_up', 'adjust_down', 'scrap', 'return', 'count', 'short_pick', 'status'],
    requiresNote: true,
  },
]
