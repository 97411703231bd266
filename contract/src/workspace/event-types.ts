/** Every type of event that a webhook can be sent, by area: noun and what became of it. */
export const eventTypes = {
  stock: ['moved'],
  backorder: ['promised', 'prioritized', 'moved'],
  reservation: ['backordered'],
  receipt: ['created', 'updated', 'completed', 'cancelled', 'reversed', 'partially_reversed'],
  adjustment: [
    'created',
    'updated',
    'submitted',
    'approved',
    'rejected',
    'posted',
    'cancelled',
    'reversed',
  ],
  lot: ['updated', 'held', 'released', 'recalled'],
  customer: ['created', 'updated', 'archived', 'restored'],
  order: [
    'created',
    'updated',
    'confirmed',
    'held',
    'holdReleased',
    'released',
    'unreleased',
    'pickingStarted',
    'partiallyShipped',
    'shipped',
    'shipmentVoided',
    'backordered',
    'cancelled',
    'lineCancelled',
  ],
  fulfillment: [
    'released',
    'pickingStarted',
    'shortPicked',
    'picked',
    'packingStarted',
    'packed',
    'reopened',
    'unpacked',
    'shipped',
    'unshipped',
    'cancelled',
  ],
  shipment: ['shipped', 'updated', 'delivered', 'exception', 'lost', 'returned', 'voided'],
  verify: ['failed'],
} as const satisfies Record<string, readonly string[]>

/** What an endpoint can ask for: `order.confirmed`, `order.*` for all of an area, or `*` for all. */
export const eventFilters: readonly string[] = [
  '*',
  ...Object.entries(eventTypes).flatMap(([area, names]) => [
    `${area}.*`,
    ...names.map((name) => `${area}.${name}`),
  ]),
]
