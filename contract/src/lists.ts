import { z } from 'zod'
import { moment } from './moments.ts'

/* Lists. Not in `fields.ts`, because the sign-in pages load that file. */

const list = (text: string) => text.split(',').filter((word) => word !== '')

/**
 * Returns a schema for several words in one query parameter, such as `state=active,archived`. An
 * empty value counts as absent.
 */
export const words = <const Word extends string>(allowed: readonly [Word, ...Word[]]) =>
  z
    .string()
    .transform(list)
    .pipe(z.array(z.enum(allowed)).max(50))
    .transform((chosen) => (chosen.length > 0 ? chosen : undefined))

/** The paging parameters that every list accepts. */
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'Limit must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1, 'Limit must be at least 1'))
    .transform((limit) => Math.min(limit, 200))
    .default(50),
  // Contains the sort key, such as a name.
  cursor: z.string().max(2_000).optional(),
  // Pasted text often has blanks around it. Blanks alone are no search.
  q: z
    .string()
    .trim()
    .max(200)
    .transform((text) => text || undefined)
    .optional(),
  count: z.enum(['all', 'none']).optional(),
})

/** A sort order. A leading minus sign means descending. */
export type Sort<By extends string> = By | `-${By}`
type By<Word extends string> = Word extends `-${infer Of}` ? Of : Word

/**
 * Returns the schema of a list's sort orders, each ascending or descending. The first is the
 * default.
 */
export function sortedBy<const Word extends string>(usual: Word, ...others: Word[]) {
  const words = [usual, ...others].flatMap((word) => {
    const by = word.replace('-', '')
    return [by, `-${by}`]
  })
  const allowed = [usual, ...words.filter((word) => word !== usual)]
  return z.enum(allowed as [Sort<By<Word>>, ...Sort<By<Word>>[]]).default(usual as never)
}

/**
 * For lists of what changes: the rows changed at this time or later. With `sort=updatedAt` a system follows all changes;
 * it asks from a minute before its last request, because a change is seen when its transaction ends.
 */
export const changedSince = { updatedFrom: moment.optional() }

/** For lists with a CSV export. `csv` returns all rows and ignores paging. */
export const asFile = { format: z.enum(['json', 'csv']).default('json') }

/** Ids are part of the URL, whose length is limited. */
export const maxSelected = 200

/** Returns a schema that limits a list to the rows with these ids. */
export const picked = <S extends z.ZodType<string, string>>(one: S) =>
  z
    .string()
    .transform(list)
    .pipe(z.array(one).max(maxSelected, `Select up to ${maxSelected} rows`))
    .optional()

/** Returns the schema of one page. `total` is exact up to 10,000, above that only on request. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total: z.int().nullable(),
    capped: z.boolean(),
  })

const most = 2n ** 63n - 1n

/** Numbers of moves and buckets outgrow what JSON can hold, so they are text. */
export const bigId = z
  .string()
  .refine((text) => /^\d{1,19}$/.test(text) && BigInt(text) <= most, 'This is not a valid number')
