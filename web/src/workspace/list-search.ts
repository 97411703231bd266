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

type ListQuery = { sort: z.ZodDefault<z.ZodType> }
/** Parts of a query that no page sets: the warehouse is in every address, and a page reads no file. */
type NotOwn = 'warehouse' | 'format' | 'ids'
type SearchShape<Of extends ListQuery> = Omit<Of, NotOwn | 'sort'> &
  typeof paged & { sort: z.ZodOptional<ReturnType<Of['sort']['unwrap']>> }

/** Returns the search parameters of a list: the query of its route; the default order is not in the address. */
export function listSearch<Of extends ListQuery>({ query }: { query: { shape: Of } }) {
  const {
    warehouse: _,
    format: _format,
    ids: _ids,
    sort,
    ...rest
  } = query.shape as Of & Record<NotOwn, never>
  return z.object({ ...rest, ...paged, sort: sort.unwrap().optional() }) as unknown as z.ZodObject<
    SearchShape<Of>
  >
}
