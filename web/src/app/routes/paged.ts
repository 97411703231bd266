import { z } from 'zod'

/** The part of a list's address that says which page it shows, for `useList`. */
export const paged = {
  /** The place of the first row, so that the pager can say it after a reload. */
  from: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .transform(Number)
    .optional(),
  limit: z.enum(['25', '50', '100']).transform(Number).optional(),
}

/** The order of a list; without a choice the address says nothing of it. */
export const sortOf = <S extends z.ZodType>(route: {
  query: { shape: { sort: z.ZodDefault<S> } }
}) => ({
  sort: route.query.shape.sort.unwrap().optional(),
})
