/* Without schemas, so a page that only links to fulfillments loads none. */

/** The states in which a fulfillment waits for its next step. */
export const waitingStates = {
  toPick: ['released', 'picking'],
  toPack: ['picked', 'packing'],
  toShip: ['packed'],
} as const
