import type { Found, SearchHit } from '@stowage/contract/workspace/search'
import type { WorkspacePaths } from '../paths.ts'
import { known, wordsOf } from '../../app/words.ts'

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

type PageOf = (thing: Thing & { id: string }, to: WorkspacePaths) => string | undefined

/** The page of each kind; null where none shows it. */
const pages: Record<Thing['kind'], PageOf | null> = {
  variant: ({ label }, to) => to.product(label),
  location: ({ id }, to) => to.stock({ location: id }),
  lot: ({ id }, to) => to.lot(id),
  serial: ({ sku }, to) => (sku ? to.product(sku) : undefined),
  container: null,
  receipt: ({ id }, to) => to.receipt(id),
  adjustment: ({ id }, to) => to.adjustment(id),
  order: ({ id }, to) => to.order(id),
  return: ({ id }, to) => to.return(id),
  fulfillment: ({ id }, to) => to.fulfillment(id),
  // The id is that of its fulfillment.
  package: ({ id }, to) => to.pack(id),
  tote: ({ id }, to) => to.fulfillment(id),
  shipment: ({ label }, to) => to.shipping({ q: label }),
  pick_batch: ({ id }, to) => to.batch(id),
  customer: ({ id }, to) => to.customer(id),
  member: (_, to) => to.team,
  command: null,
  unknown: null,
}
// A later release may have more kinds.
const pageOfKind = known<Thing['kind'], PageOf | null>(pages, () => null)

/** The page that shows a thing; undefined where none does. */
export const pageOf = ({ id, ...thing }: Thing, to: WorkspacePaths): string | undefined =>
  id === null ? undefined : pageOfKind[thing.kind]?.({ id, ...thing }, to)

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
