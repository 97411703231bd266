import { locations, type Location } from '@stowage/contract/warehouse/locations'
import { ManyButtons } from '../../workspace/steps/ManyButtons.tsx'
import { stepsOf } from '../../workspace/steps/steps.ts'
import type { Many } from '../../workspace/steps/use-many.tsx'
import { directions, holdHint } from './form-words.ts'

const step = stepsOf<Location>({ one: 'location', many: 'locations' })

const locationSteps = {
  block: step({
    fields: () => [
      { kind: 'select', name: 'direction', label: 'Block', initial: 'both', options: directions },
      {
        kind: 'check',
        name: 'hold',
        label: 'Put its stock on hold',
        hint: holdHint,
        right: 'stock.status.change',
      },
    ],
    many: {
      route: locations.blockMany,
      name: 'Block',
      action: 'Block locations',
      busy: 'Blocking…',
      question: (them) => `Block ${them}`,
      consequence: 'Stock stays in the location and is still counted.',
      done: 'blocked',
    },
  }),
  open: step({
    many: { route: locations.unblockMany, name: 'Open', busy: 'Opening…', done: 'opened' },
  }),
}

/** Buttons for the bar of selected locations. */
export const LocationsSelected = ({ many }: { many: Many }) => (
  <ManyButtons steps={locationSteps} many={many} />
)
