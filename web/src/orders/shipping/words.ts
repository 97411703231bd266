import type { ShipmentState } from '@stowage/contract/orders/shipping'
import { statesOf } from '../../app/words.ts'

export const shipmentStates = statesOf<ShipmentState>({
  shipped: { word: 'Shipped', look: 'info' },
  delivered: { word: 'Delivered', look: 'ok' },
  exception: { word: 'Exception', look: 'bad' },
  lost: { word: 'Lost', look: 'bad' },
  returned: { word: 'Returned', look: 'warn' },
  voided: { word: 'Voided', look: 'none' },
})

/** Form fields that describe how a shipment is sent, beside its carrier. */
export const sendingFields = [
  { name: 'service', label: 'Service' },
  { name: 'cost', label: 'Cost' },
  { name: 'tracking', label: 'Tracking number' },
] as const
export type Sending = Record<'carrier' | (typeof sendingFields)[number]['name'], string>
