import { z } from 'zod'

/* Pages of a list. They are not in `fields.ts`, which the sign-in pages load. */

const list = (text: string) => text.split(',').filter((word) => word !== '')

/** Several words in one query parameter: `state=active,archived`. None at all is as if it were not there. */
export const words = <const Word extends string>(allowed: readonly [Word, ...Word[]]) =>
  z
    .string()
    .transform(list)
    .pipe(z.array(z.enum(allowed)).max(50))
    .transform((chosen) => (chosen.length > 0 ? chosen : undefined))

/** What every list can be asked: how many, from where, and whether to count them all. */
export const pageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'Limit must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1, 'Limit must be at least 1'))
    .transform((limit) => Math.min(limit, 200))
    .default(50),
  // Holds what the list is ordered by, such as a name.
  cursor: z.string().max(2_000).optional(),
  q: z.string().max(200).optional(),
  count: z.enum(['all', 'none']).optional(),
})

/** What a list is ordered by; a minus sign before it begins at the end. */
export type Sort<By extends string> = By | `-${By}`
type By<Word extends string> = Word extends `-${infer Of}` ? Of : Word

/** The orders that a list can have, each from both ends; without a choice it has the first, as it is written. */
export function sortedBy<const Word extends string>(usual: Word, ...others: Word[]) {
  const words = [usual, ...others].flatMap((word) => {
    const by = word.replace('-', '')
    return [by, `-${by}`]
  })
  const allowed = [usual, ...words.filter((word) => word !== usual)]
  return z.enum(allowed as [Sort<By<Word>>, ...Sort<By<Word>>[]]).default(usual as never)
}

/** For lists that can be taken along: `csv` answers with all of them as one file, page or not. */
export const asFile = { format: z.enum(['json', 'csv']).default('json') }

/** They stand in an address, which has an end. */
export const mostPicked = 200

/** Only these rows of a list, those that were picked out by hand. */
export const picked = <S extends z.ZodType<string, string>>(one: S) =>
  z
    .string()
    .transform(list)
    .pipe(z.array(one).max(mostPicked, `Select up to ${mostPicked} rows`))
    .optional()

/** One page of a list. `total` is exact up to 10,000, beyond it only when asked for. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total: z.int().nullable(),
    capped: z.boolean(),
  })
