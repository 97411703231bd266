import type { z } from 'zod'

type Path = readonly (string | number)[]

/** Returns the paths of members of a value that its schema does not name, at every depth. */
export function unknownMembers(schema: z.core.$ZodType, value: unknown, path: Path = []): Path[] {
  // Every schema is one of these; the general type does not say so.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return def.catchall ? [] : unknownOf(def.shape, value, path)
  if (def.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((one, n) => unknownMembers(def.element, one, [...path, n]))
      : []
  if (def.type === 'record')
    return membersOf(value).flatMap(([name, one]) =>
      unknownMembers(def.valueType, one, [...path, name]),
    )
  if (def.type === 'union')
    return fewest(
      def.options.map((one) => ({
        isMeant: isValid(one, value),
        unknown: unknownMembers(one, value, path),
      })),
    )
  if (def.type === 'pipe') return unknownMembers(def.in, value, path)
  return 'innerType' in def ? unknownMembers(def.innerType, value, path) : []
}

function unknownOf(shape: z.core.$ZodLooseShape, value: unknown, path: Path): Path[] {
  return membersOf(value).flatMap(([name, one]) => {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined
    return member ? unknownMembers(member, one, [...path, name]) : [[...path, name]]
  })
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

const isValid = (schema: z.core.$ZodType, value: unknown) =>
  !('issues' in schema['~standard'].validate(value))

/** Returns the unknown members for the alternative that is meant: one that accepts the value, or the nearest. */
function fewest(alternatives: readonly { isMeant: boolean; unknown: Path[] }[]): Path[] {
  const meant = alternatives.filter(({ isMeant }) => isMeant)
  const [first, ...others] = (meant.length > 0 ? meant : alternatives).map(({ unknown }) => unknown)
  return others.reduce((one, other) => (other.length < one.length ? other : one), first ?? [])
}
