/** The words for what there is of an item. Each means one thing in the whole product. */
export const quantityWords = {
  'On hand': 'What lies in the warehouse, in whatever state.',
  Unavailable: 'On hand, but on hold, in quarantine, damaged or expired: it cannot be promised.',
  Reserved: 'Promised to customers and kept for them.',
  Available: 'On hand, less what is unavailable and what is reserved: it can still be promised.',
  Backordered: 'Ordered and accepted, and not promised yet because nothing is free.',
  Incoming: 'Announced by suppliers or under way from another warehouse, and not received yet.',
  Allocated: 'The part of what is reserved for which the pile to take it from is already known.',
} as const

export type QuantityWord = keyof typeof quantityWords
