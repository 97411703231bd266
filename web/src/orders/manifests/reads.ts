import { manifests } from '@stowage/contract/orders/manifests'
import { shipping } from '@stowage/contract/orders/shipping'

/** What shows manifests, or shipments that are handed over with them. */
export const manifestReads = [
  manifests.collections,
  manifests.list,
  manifests.details,
  shipping.list,
  shipping.details,
]
