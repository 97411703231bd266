import type { ExceptionKind } from '@stowage/contract/exception-kinds'
import type { Exception } from '@stowage/contract/workspace/exceptions'
import { known } from '../../app/words.ts'
import { pageName } from '../list-above.ts'
import type { WorkspacePaths } from '../paths.ts'

type Words = {
  name: string
  look: 'bad' | 'warn' | 'info'
  advice: string
  /** Where that is done. */
  action: (to: WorkspacePaths, exception: Exception) => { name: string; href: string } | undefined
}

const objectId = ({ object }: Exception) => object?.id ?? ''

export const kinds = known<ExceptionKind, Words>(
  {
    short_pick: {
      name: 'Short pick',
      look: 'bad',
      advice: 'The rest is picked once stock is available.',
      action: (to, exception) => ({
        name: 'Open fulfillment',
        href: to.fulfillment(objectId(exception)),
      }),
    },
    location_to_count: {
      name: 'Location to count',
      look: 'warn',
      advice:
        'Count the location. Then adjust the stock on hold, and make what is there available.',
      action: (to, { key, label }) => ({
        name: 'Adjust stock',
        href: to.adjust({ sku: label, bucket: key }),
      }),
    },
    pick_conflict: {
      name: 'Offline pick',
      look: 'bad',
      advice: 'Put the items back, or correct the fulfillment. Then resolve it.',
      action: (to, exception) => ({
        name: 'Open fulfillment',
        href: to.fulfillment(objectId(exception)),
      }),
    },
    pack_conflict: {
      name: 'Offline packing',
      look: 'bad',
      advice: 'Check what is in the package and correct it. Then resolve it.',
      action: (to, exception) => ({ name: 'Open packing', href: to.pack(objectId(exception)) }),
    },
    unknown_code: {
      name: 'Unknown code',
      look: 'warn',
      advice: 'Link the code to a product, or resolve it if it is not yours.',
      action: (to, { label }) => ({ name: 'Link to a product', href: to.linkCode(label) }),
    },
    order_hold: {
      name: 'Order on hold',
      look: 'warn',
      advice: 'Release the hold, or cancel the order.',
      action: (to, exception) => ({ name: 'Open order', href: to.order(objectId(exception)) }),
    },
    stopped_lot: {
      name: 'Lot that can’t ship',
      look: 'bad',
      advice:
        'Open the lot and take its open picks away. Put picked items aside and send them back to pick.',
      action: (to, exception) => ({ name: 'Open lot', href: to.lot(objectId(exception)) }),
    },
    webhook: {
      name: 'Failed webhook',
      look: 'bad',
      advice: 'Check the receiver, then send the failed deliveries again.',
      action: (to, exception) => ({ name: 'Open webhook', href: to.webhook(objectId(exception)) }),
    },
  },
  (raw) => ({ name: raw, look: 'warn', advice: '', action: () => undefined }),
)

const holds: Record<string, string> = {
  fraud: 'Fraud check',
  payment: 'Payment',
  address: 'Address',
  stock: 'Stock',
  manual: 'Other reason',
}

const lotReasons: Record<string, string> = {
  hold: 'On hold',
  recalled: 'Recalled',
  expired: 'Expired',
}

/** Returns the details of an exception in one line. */
export function detailsText({ kind, details, count }: Exception): string {
  const { qty, place, orders, reason, note } = details
  const parts = {
    short_pick: [qty && `${qty} missing${place ? ` in ${place}` : ''}`],
    location_to_count: [qty && `${qty} on hold${place ? ` in ${place}` : ''}`],
    pick_conflict: [qty && `${qty} from ${place ?? ''}`, reason],
    pack_conflict: [qty && `${qty} into ${place ?? ''}`, reason],
    unknown_code: [
      `Scanned ${count === 1 ? 'once' : `${count} times`}`,
      place && `${count === 1 ? 'on' : 'last on'} the page ${pageName(place)}`,
    ],
    order_hold: [reason && (holds[reason] ?? reason), note],
    stopped_lot: [
      qty && `${qty}${place ? ` in ${place}` : ''}${orders ? ` for ${orders}` : ''}`,
      reason && (lotReasons[reason] ?? reason),
    ],
    webhook: [`${count} failed`, reason],
  }[kind]
  return parts.filter(Boolean).join(', ')
}
