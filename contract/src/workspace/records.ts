import { z } from 'zod'

/* Fields of every record: what has a version, and a state if it can be archived. */

/** The version of a record that was shown when its change began. */
export const version = z.int('The version is required')
export const versioned = z.object({ version })

/** A reply of one record under its name. */
export const one = <Name extends string, S extends z.ZodType>(name: Name, schema: S) =>
  z.object({ [name]: schema } as Record<Name, S>)

export const states = ['active', 'archived'] as const
