import type { CartonProblem } from '@stowage/contract/blockers'
import type { ManifestState } from '@stowage/contract/orders/manifests'
import type { ShipmentState } from '@stowage/contract/orders/shipping'

/** The states that can follow each state of a manifest. */
export const manifestTransitions: Record<ManifestState, readonly ManifestState[]> = {
  open: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
}

/** Shipment facts that decide whether it can be handed over with a manifest. */
export type Shipped = {
  state: ShipmentState
  carrier: string
  warehouseId: string
  /** The manifest with which it was handed over. */
  handedOverWith: string | null
}

type Collected = { warehouseId: string; carrier: string }

/** Returns why a shipment can't be handed over with a manifest; undefined if it can. */
export function problemOf(
  { state, carrier, warehouseId, handedOverWith }: Shipped,
  manifest: Collected,
): CartonProblem | undefined {
  if (handedOverWith !== null) return 'handed_over'
  if (state === 'voided') return 'voided'
  if (state !== 'shipped') return 'other_state'
  if (warehouseId !== manifest.warehouseId) return 'other_warehouse'
  return carrier === manifest.carrier ? undefined : 'other_carrier'
}

/** A code that may be the number of a package: of which fulfillment, and which of its packages. */
export function packageIn(code: string): { fulfillment: string; packageNo: number } | undefined {
  const [, fulfillment, packageNo] = /^(.+)-P(\d{1,6})$/i.exec(code) ?? []
  return fulfillment === undefined
    ? undefined
    : { fulfillment: fulfillment.toUpperCase(), packageNo: Number(packageNo) }
}
