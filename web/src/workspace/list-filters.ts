import type { Filter } from '../parts/FilterBar.tsx'
import type { ListAt, ListFilter, ListRoute } from './list-spec.ts'

/** The caption of a list whose usual order is said: 'Latest first, times in UTC'. */
export const timed =
  (order: string) =>
  ({ sort, zone }: { sort: string | undefined; zone: string }) =>
    sort ? `Times in ${zone}` : `${order}, times in ${zone}`

/** Words as the options of a filter. */
export const optionsOf = (
  words: Readonly<Record<string, string | { word: string }>>,
): Filter['options'] =>
  Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word.word,
  }))

/** Names of the states of a record that can be archived. */
export const recordStates = {
  active: { word: 'Active', look: 'ok' },
  archived: { word: 'Archived', look: 'none' },
} as const

/** The filter that most lists have: by the states of a row. */
export const stateFilter = (words: Parameters<typeof optionsOf>[0]) =>
  ({ key: 'state', label: 'State', promoted: true, options: optionsOf(words) }) as const

/** A part of the address as the query has it: several words in one. */
export const partOf = (search: object, key: string) => {
  const value = (search as Record<string, unknown>)[key]
  return Array.isArray(value) ? value.join(',') : (value as string | undefined)
}

/** A filter as it stands in the bar, with its value from the address; none where it isn't shown. */
export function filterOf<R extends ListRoute, S extends object, Given>(
  filter: ListFilter<R, ListAt<R, S, Given>>,
  at: ListAt<R, S, Given>,
): Filter[] {
  const { usual, ...shown } = filter
  const found = partOf(at.search, filter.key)
  const value = found === usual ? undefined : found
  if ('linked' in filter) {
    if (value === undefined) return []
    const label = filter.linked(at.rows[0], value) ?? 'Selected'
    return [{ key: filter.key, label: filter.label, value, options: [{ value, label }] }]
  }
  const { options, when, ...rest } = shown as Exclude<typeof shown, { linked: unknown }>
  if (when && !when(at)) return []
  return [{ ...rest, value, options: typeof options === 'function' ? options(at) : options }]
}
