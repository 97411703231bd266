import type { Carton, Manifest } from '@stowage/contract/orders/manifests'

/** Returns the waiting packages whose shipment is partly loaded: a manifest isn't closed without them. */
export function missingOf({ loaded, waiting }: Pick<Manifest, 'loaded' | 'waiting'>): Carton[] {
  const begun = new Set(loaded.map(({ shipmentId }) => shipmentId))
  return waiting.filter(({ shipmentId }) => begun.has(shipmentId))
}
