import type { Fulfillment, Package } from '@stowage/contract/orders/fulfillments'
import { packing } from '@stowage/contract/orders/packing'
import { lazyPart } from '../../app/lazy-part.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'
import { isLeft } from './columns.tsx'

const MeasuresDialog = lazyPart(() => import('./MeasuresDialog.tsx'), 'MeasuresDialog')
const SendBackDialog = lazyPart(() => import('./SendBackDialog.tsx'), 'SendBackDialog')

const step = stepsOf<Fulfillment>({ one: 'fulfillment', many: 'fulfillments' })

/** Actions on a fulfillment at the packing desk. */
export const packingSteps = {
  open: step({
    states: ['picked', 'packing'],
    one: {
      route: packing.open,
      name: 'New package',
      busy: 'Opening…',
      body: ({ id }) => ({ fulfillmentId: id }),
    },
  }),
  sendBack: step({
    states: ['picked', 'packing'],
    one: {
      route: packing.sendBack,
      name: 'Send back to pick',
      why: ({ lines }) => (lines.some(isLeft) ? undefined : 'Everything picked is in packages.'),
      own: ({ slug, of, onClose }) => (
        <SendBackDialog slug={slug} fulfillment={of} onClose={onClose} />
      ),
    },
  }),
  packAll: step({
    states: ['picked', 'packing'],
    one: {
      route: packing.packAll,
      name: 'Pack all',
      own: ({ of, ...dialog }) => (
        <MeasuresDialog
          {...dialog}
          title={`Pack all of ${of.number}?`}
          consequence="What is left is packed without scanning, and all packages are closed."
          action="Pack all"
        />
      ),
      done: (_, { number }) => `${number} is packed`,
    },
  }),
}

const ofPackage = stepsOf<Package>({ one: 'package', many: 'packages' })

export const packageSteps = {
  close: ofPackage({
    states: ['open'],
    look: 'primary',
    one: {
      route: packing.close,
      name: 'Close package',
      why: ({ lines }) => (lines.length === 0 ? 'Pack something first.' : undefined),
      own: ({ of, ...dialog }) => (
        <MeasuresDialog {...dialog} title={`Close ${of.number}?`} action="Close package" />
      ),
      done: ({ fulfillment }, { number }) =>
        fulfillment.state === 'packed' ? `${fulfillment.number} is packed` : `${number} is closed`,
    },
  }),
  discard: ofPackage({
    states: ['open'],
    one: {
      route: packing.discard,
      name: 'Discard',
      busy: 'Discarding…',
      done: (_, { number }) => `${number} was discarded`,
    },
  }),
  reopen: ofPackage({
    states: ['closed'],
    one: { route: packing.reopen, name: 'Reopen', busy: 'Opening…' },
  }),
}
