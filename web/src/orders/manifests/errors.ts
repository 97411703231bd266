import type { BlockerOf, CartonProblem } from '@stowage/contract/blockers'
import type { Sentences } from '../../workspace/refusals/blockers.ts'
import { carrierText } from './words.ts'

type Carton = BlockerOf<'wrong_carton_scanned'>

const problems: Record<CartonProblem, (carton: Carton) => string> = {
  unknown: ({ code }) => `No package or shipment has the code ${code}.`,
  not_shipped: ({ code }) => `${code} isn’t shipped yet. Ship it first.`,
  voided: ({ code }) => `The shipment of ${code} was voided.`,
  other_state: ({ code }) => `The shipment of ${code} has an exception or was delivered.`,
  other_carrier: ({ code, carrier = '' }) => `${code} is for ${carrierText(carrier)}.`,
  other_warehouse: ({ code }) => `${code} is in another warehouse.`,
  handed_over: ({ code, manifest = '' }) => `${code} is already on ${manifest}.`,
  several_packages: ({ code }) =>
    `${code} has several packages. Scan the label of each package instead.`,
  not_loaded: ({ code }) => `${code} belongs to a loaded shipment and isn’t loaded.`,
  full: ({ code }) => `The manifest is full. Load ${code} on the next one.`,
}

const problemText = (carton: Carton) => problems[carton.problem](carton)

export const sentences: Sentences = {
  wrong_carton_scanned: problemText,
  manifest_incomplete: problemText,
}
