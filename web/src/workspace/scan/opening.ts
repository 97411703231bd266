import type { Found, SearchHit } from '@stowage/contract/workspace/search'
import type { WorkspacePaths } from '../paths.ts'
import { wordsOf } from '../../app/words.ts'

/** What the kinds are called, for people. */
export const kindNames = wordsOf<Found['kind']>({
  variant: 'Item',
  location: 'Location',
  lot: 'Lot',
  serial: 'Serial number',
  container: 'Container',
  receipt: 'Receipt',
  adjustment: 'Adjustment',
  order: 'Order',
  return: 'Return',
  fulfillment: 'Fulfillment',
  package: 'Package',
  shipment: 'Shipment',
  pick_batch: 'Batch',
  tote: 'Tote',
  customer: 'Customer',
  member: 'Member',
  command: 'Command',
  unknown: 'Unknown code',
})

type Thing = Pick<Found, 'kind' | 'id' | 'label'> & { sku?: string | null }

/** The page that shows a thing; undefined where none does. */
export function pageOf({ kind, id, label, sku }: Thing, to: WorkspacePaths): string | undefined {
  if (id === null) return undefined
  if (kind === 'variant') return to.product(label)
  if (kind === 'lot') return to.lot(id)
  if (kind === 'serial' && sku) return to.product(sku)
  if (kind === 'location') return to.stock({ location: id })
  if (kind === 'receipt') return to.receipt(id)
  if (kind === 'adjustment') return to.adjustment(id)
  if (kind === 'order') return to.order(id)
  if (kind === 'return') return to.return(id)
  if (kind === 'fulfillment' || kind === 'tote') return to.fulfillment(id)
  // Of its fulfillment is the id, too.
  if (kind === 'package') return to.pack(id)
  if (kind === 'shipment') return to.shipping({ q: label })
  if (kind === 'pick_batch') return to.batch(id)
  if (kind === 'customer') return to.customer(id)
  return kind === 'member' ? to.team : undefined
}

/** One line for it: its code, and what it is called. */
export const titleOf = ({
  kind,
  label,
  name,
}: Pick<Found | SearchHit, 'label' | 'name'> & {
  kind: Found['kind']
}) => `${kindNames[kind]} ${label}${name ? `, ${name}` : ''}`

/** The same within a sentence: 'This is location A-01'. */
export const nameOf = (thing: Parameters<typeof titleOf>[0]): string => {
  const title = titleOf(thing)
  return title.charAt(0).toLowerCase() + title.slice(1)
}
