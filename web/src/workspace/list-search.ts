import { z } from 'zod'

/** Search parameters of a list besides the query of its route. */
export const paged = {
  /** Number of the first row, which the pager shows after a reload. */
  from: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .transform(Number)
    .optional(),
  limit: z.enum(['25', '50', '100']).transform(Number).optional(),
  /** The saved view that is open. */
  saved: z.uuid().optional(),
}

/** The order of a list; the default one is not in the address. */
export const sortOf = <S extends z.ZodType>(route: {
  query: { shape: { sort: z.ZodDefault<S> } }
}) => ({
  sort: route.query.shape.sort.unwrap().optional(),
})

/** Parts of a query that no page sets: the warehouse is in every address, and a page reads no file. */
export const notOwn = { warehouse: true, format: true } as const
