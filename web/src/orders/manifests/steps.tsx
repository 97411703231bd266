import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import { Notice } from '../../ui/Notice.tsx'
import { TakeStep } from '../../workspace/steps/AskedStep.tsx'
import { stepsOf } from '../../workspace/steps/steps.ts'
import { missingOf } from './missing.ts'
import { packagesText, shipmentsText } from './words.ts'

const step = stepsOf<Manifest>({ one: 'manifest', many: 'manifests' })

export const manifestSteps = {
  cancel: step({
    states: ['open'],
    one: {
      route: manifests.cancel,
      name: 'Cancel manifest',
      question: ({ number }) => `Cancel ${number}?`,
      consequence: 'Its packages wait for their carrier again.',
      isFinal: true,
      done: (_, { number }) => `${number} was cancelled`,
    },
  }),
  loadAll: step({
    states: ['open'],
    one: {
      route: manifests.loadAll,
      name: 'Load all',
      busy: 'Loading…',
      why: ({ waiting }) => (waiting.length === 0 ? 'Nothing waits.' : undefined),
      done: ({ manifest }) => `${packagesText(manifest.loaded.length)} loaded`,
    },
  }),
  close: step({
    states: ['open'],
    look: 'primary',
    fields: () => [
      { kind: 'part', name: 'nothing', draw: ({ of }) => <PartlyLoaded manifest={of} /> },
      {
        kind: 'text',
        name: 'handedTo',
        label: 'Taken by',
        hint: 'Name of the driver',
        required: 'Enter who takes the packages first.',
      },
    ],
    missing: (_, manifest) =>
      manifest && missingOf(manifest).length > 0
        ? 'Load the missing packages or unload their shipments first.'
        : undefined,
    one: {
      route: manifests.close,
      name: 'Close manifest',
      busy: 'Closing…',
      why: ({ loaded }) => (loaded.length === 0 ? 'Load a package first.' : undefined),
      question: ({ number }) => `Close ${number}?`,
      consequence: (manifest) => {
        const { loaded, waiting } = manifest
        const others = waiting.length - missingOf(manifest).length
        const rest = others > 0 ? ` ${packagesText(others)} will keep waiting.` : ''
        return `${packagesText(loaded.length)} will be handed over. ${shipmentsText(loaded)} can’t be voided afterwards.${rest}`
      },
      done: (_, { loaded }) => `${packagesText(loaded.length)} handed over`,
    },
  }),
}

/** Names the packages without which their shipments can’t be handed over. */
function PartlyLoaded({ manifest }: { manifest: Manifest }) {
  const missing = missingOf(manifest)
  if (missing.length === 0) return null
  return (
    <Notice kind="warn">
      <p className="font-medium">Some shipments are only partly loaded.</p>
      <ul role="list" className="grid gap-1">
        {missing.map(({ packageId, number, shipment }) => (
          <li key={packageId}>{`Load ${number}, or unload the packages of ${shipment}.`}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Asks who takes the packages, where the button stands on the floor. */
export const CloseManifest = (props: { manifest: Manifest; onClose: () => void }) => (
  <TakeStep step={manifestSteps.close} of={props.manifest} onClose={props.onClose} />
)
