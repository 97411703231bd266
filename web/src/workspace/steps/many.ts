import { maxSelected } from '@stowage/contract/lists'
import { suits, takes, type AnyStep, type Noun, type StepOfMany, type StepRoute } from './steps.ts'

/** The most records of one step, where they are sent in parts. */
export const mostInParts = 1000

/** The most records a step is taken with. */
export const mostOf = ({ many }: Pick<AnyStep<never>, 'many'>) =>
  many && takes(many.route, 'ids') ? maxSelected : mostInParts

/** '1 order', '25 orders'. */
export const recordsText = (
  { one, many }: Pick<Noun, 'one' | 'many'>,
  count: number,
  format: (count: number) => string,
) => (count === 1 ? `1 ${one}` : `${format(count)} ${many}`)

/** Returns why no selected record can take a step; `states` is undefined where some of them are not known. */
export function whyNone<One>(
  step: AnyStep<One>,
  states: readonly (string | undefined)[] | undefined,
) {
  if (!states || states.length === 0) return undefined
  return states.some((state) => suits(step, state)) ? undefined : step.many?.why
}

/**
 * Returns the result of a change of many records by id. Those already in the requested state are not counted.
 */
export function changedText(
  { noun, many }: Pick<AnyStep<never>, 'noun' | 'many'>,
  count: number,
  format: (count: number) => string,
) {
  if (count === 0) return `Nothing to do: all were already ${many?.done}`
  return `${recordsText(noun, count, format)} ${count === 1 ? 'was' : 'were'} ${many?.done}`
}

/** Returns a step as it is taken with many records: its states, fields and look are those for one. */
export const forMany = <One, M extends StepRoute>(
  { one: _, ...step }: AnyStep<One>,
  many: StepOfMany<M>,
): AnyStep<One> => ({ ...step, many })
