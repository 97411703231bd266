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

/** What can go wrong or end a shipment, each asked for with a reason. */
export const troubles = {
  void: {
    title: 'Void shipment',
    action: 'Void shipment',
    consequence:
      'The stock is back in the stage location, reserved for its order. The fulfillment is packed again.',
    label: 'Reason',
    done: 'was voided',
  },
  exception: {
    title: 'Exception',
    action: 'Save exception',
    consequence: '',
    label: 'What went wrong',
    done: 'has an exception',
  },
  lose: {
    title: 'Lost shipment',
    action: 'Mark as lost',
    consequence: '',
    label: 'What went wrong',
    done: 'is lost',
  },
  return: {
    title: 'Returned shipment',
    action: 'Mark as returned',
    consequence: 'No stock is moved. Receive what came back when it arrives.',
    label: 'What went wrong',
    done: 'came back',
  },
} as const
export type Trouble = keyof typeof troubles

/** What is said of how a shipment is sent. */
export const sendingFields = [
  { name: 'carrier', label: 'Carrier' },
  { name: 'service', label: 'Service' },
  { name: 'cost', label: 'Cost' },
  { name: 'tracking', label: 'Tracking number' },
] as const
export type Sending = Record<(typeof sendingFields)[number]['name'], string>
