/** The words for what there is of an item. Each means one thing in the whole product. */
export const quantityWords = {
  'On hand': 'All stock in the warehouse, in any status.',
  Unavailable: 'On hand but on hold, in quarantine, damaged or expired.',
  Reserved: 'Promised to orders.',
  Available: 'On hand minus unavailable and reserved.',
  Backordered: 'Ordered, but not covered by available stock.',
  Incoming: 'Expected from suppliers or transfers, not received yet.',
  Allocated: 'Reserved stock with a location already assigned.',
} as const

export type QuantityWord = keyof typeof quantityWords
