import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import type { Reply } from '@stowage/contract/route'
import { formatQuantity } from '../../app/format.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { stepsOf, type Field } from '../../workspace/steps/steps.ts'

const LotOrders = lazyPart(() => import('./LotOrders.tsx'), 'LotOrders')

/** Names what has to be put aside, because it is picked. */
function asideText({ inTheWay }: Pick<Reply<typeof lots.hold>, 'inTheWay'>): string {
  const picked = inTheWay.filter(({ isPicked }) => isPicked)
  if (picked.length === 0) return ''
  const parts = picked.map(({ number, qty, location }) =>
    [`${formatQuantity(qty)} in ${location}`, number && `for ${number}`].filter(Boolean).join(' '),
  )
  return `. Put aside ${parts.join(', ')}`
}

const note: Field<Lot, 'note'> = {
  kind: 'note',
  name: 'note',
  label: 'Note',
  max: 1000,
  hint: 'Optional note, kept in the stock history',
}
const reason: Field<Lot, 'note'> = {
  kind: 'note',
  name: 'note',
  label: 'Reason',
  max: 1000,
  required: 'Enter a reason first.',
}
/** The orders that have stock of the lot, and whether it is taken away from them. */
const displace: Field<Lot, 'displace'> = {
  kind: 'part',
  name: 'displace',
  initial: false,
  draw: ({ slug, of, value, onChange }) => (
    <LotOrders slug={slug} lotId={of.id} displace={value === true} onDisplace={onChange} />
  ),
}
const displaced: Field<Lot, 'nothing'> = {
  kind: 'part',
  name: 'nothing',
  draw: ({ slug, of }) => <LotOrders slug={slug} lotId={of.id} displace onDisplace={undefined} />,
}
const takeAway = {
  name: 'Take open picks away',
  body: { displace: true },
  right: 'stock.unreserve',
  question: ({ code }: Lot) => `Take open picks of lot ${code} away?`,
  consequence:
    'Orders that haven’t picked it get other stock where there is some, and wait otherwise.',
  done: (stopped: Reply<typeof lots.hold>, { code }: Lot) =>
    `Lot ${code} taken away from orders${asideText(stopped)}`,
} as const

const step = stepsOf<Lot>({
  one: 'lot',
  many: 'lots',
})

export const lotSteps = {
  hold: step({
    states: ['active', 'recalled'],
    fields: () => [displace, note],
    one: {
      route: lots.hold,
      name: 'Put lot on hold',
      question: ({ code }) => `Put lot ${code} on hold?`,
      consequence: 'Its free stock goes on hold and can no longer be promised.',
      done: (stopped, { code }) => `Lot ${code} put on hold${asideText(stopped)}`,
    },
  }),
  release: step({
    states: ['hold'],
    fields: () => [note],
    one: {
      route: lots.release,
      name: 'Release lot',
      question: ({ code }) => `Release lot ${code}?`,
      consequence: 'Its stock on hold becomes available again.',
      done: (_, { code }) => `Lot ${code} released`,
    },
  }),
  displaceHeld: step({
    states: ['hold'],
    fields: () => [displaced, note],
    one: { ...takeAway, route: lots.hold },
  }),
  displaceRecalled: step({
    states: ['recalled'],
    fields: () => [displaced, reason],
    one: { ...takeAway, route: lots.recall },
  }),
  recall: step({
    states: ['active', 'hold'],
    look: 'danger',
    fields: () => [displace, reason],
    one: {
      route: lots.recall,
      name: 'Recall lot',
      question: ({ code }) => `Recall lot ${code}?`,
      consequence:
        'Its free stock goes on hold. To sell it again later, put the lot on hold and release it.',
      done: (stopped, { code }) => `Lot ${code} recalled${asideText(stopped)}`,
    },
  }),
}
