import { locations, type Location } from '@stowage/contract/warehouse/locations'
import { ManyButtons } from '../../workspace/steps/ManyButtons.tsx'
import { stepsOf } from '../../workspace/steps/steps.ts'
import type { Many } from '../../workspace/steps/use-many.tsx'
import { directions, holdHint, type Direction } from './form-words.ts'

const step = stepsOf<Location>({ one: 'location', many: 'locations' })

const blocked = { in: 'blocked_in', out: 'blocked_out', both: 'blocked' } as const
const gone = ({ status }: Location) =>
  status === 'archived' ? 'Archived locations can’t be restored.' : undefined

export const locationSteps = {
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
    missing: ({ direction }, of) =>
      of?.status === blocked[direction as Direction] ? 'Already in this state.' : undefined,
    one: {
      route: locations.block,
      name: ({ code }) => `Block ${code}`,
      busy: 'Blocking…',
      why: (of) => (of.status === 'blocked' ? 'Already in this state.' : gone(of)),
      question: ({ code }) => `Block ${code}`,
      consequence: 'Stock stays in the location and is still counted.',
    },
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
    one: {
      route: locations.unblock,
      name: ({ code }) => `Open ${code}`,
      busy: 'Opening…',
      why: (of) => (of.status === 'active' ? 'Already open.' : gone(of)),
    },
    many: { route: locations.unblockMany, name: 'Open', busy: 'Opening…', done: 'opened' },
  }),
  archive: step({
    look: 'danger',
    one: {
      route: locations.archive,
      name: ({ code }) => `Archive ${code}`,
      busy: 'Archiving…',
      why: ({ status }) => (status === 'archived' ? 'Already archived.' : undefined),
      question: ({ code }) => `Archive ${code}?`,
      consequence:
        'No stock can be stored in it afterwards. Its history stays. This can’t be undone.',
      action: 'Archive',
      isFinal: true,
    },
  }),
}

/** Buttons for the bar of selected locations. */
export const LocationsSelected = ({ many }: { many: Many }) => (
  <ManyButtons steps={locationSteps} many={many} />
)
