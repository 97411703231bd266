import { nothing, type AnyField, type AnyStep, type Value, type Values } from './steps.ts'

export const fieldsOf = <One>({ fields }: Pick<AnyStep<One>, 'fields'>, of: One | undefined) =>
  (fields?.(of) ?? []).filter((field) => field !== undefined && field !== false)

export const initialOf = <One>(fields: readonly AnyField<One>[]): Values =>
  Object.fromEntries(
    fields.map(({ name, kind, initial = kind === 'check' ? false : '' }) => [name, initial]),
  )

const textOf = (value: Value | undefined) => (typeof value === 'string' ? value.trim() : value)

/** Returns what has to be entered first. */
export const missingOf = <One>(fields: readonly AnyField<One>[], values: Values) =>
  fields.find(({ name, required }) => required !== undefined && textOf(values[name]) === '')
    ?.required

/** Returns what is sent of the fields. */
export const bodyOf = <One>(fields: readonly AnyField<One>[], values: Values) =>
  Object.fromEntries(
    fields.flatMap(({ name, parse }) => {
      const value = textOf(values[name])
      if (name === nothing || value === undefined) return []
      if (parse) return [[name, parse(String(value))]]
      return value === '' || value === false ? [] : [[name, value]]
    }),
  )
