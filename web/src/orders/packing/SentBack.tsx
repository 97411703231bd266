import type { Fulfillment } from '@stowage/contract/orders/fulfillments'
import { formatQuantity } from '../../app/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isMoreThanZero } from '../../warehouse/products/quantities.ts'

/** Checks whether items of a fulfillment were sent back and have to be picked again. */
export const isPickedAgain = ({ state, lines }: Fulfillment) =>
  state === 'picking' && lines.some(({ picks }) => picks.some((pick) => pick.state === 'sent_back'))

/** Says what happens next with what was sent back: where it is picked again, and what is backordered. */
export function SentBack({ fulfillment }: { fulfillment: Fulfillment }) {
  const isOpen = ['picking', 'picked', 'packing'].includes(fulfillment.state)
  const sent = fulfillment.lines.filter(({ picks }) =>
    picks.some(({ state }) => state === 'sent_back'),
  )
  const texts = sent.flatMap(({ sku, short, picks }) => [
    ...picks
      .filter(({ state }) => state === 'ready')
      .map(({ qty, location }) => `Pick ${formatQuantity(qty)} ${sku} again from ${location}`),
    ...(isMoreThanZero(short) ? [`${formatQuantity(short)} ${sku} backordered`] : []),
  ])
  if (!isOpen || texts.length === 0) return null
  return (
    <Notice kind="info">
      <p className="font-medium">
        {isPickedAgain(fulfillment)
          ? 'Sent back to pick. Packing continues once these are picked.'
          : 'Sent back to pick'}
      </p>
      <ul role="list" className="grid gap-1">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  )
}
