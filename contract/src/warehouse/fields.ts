import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { isQuantity } from './quantities.ts'

/* Fields of the workspace; apart from the others, because sign-in pages carry those. */

const notAQuantity = 'Enter the quantity as text, such as "12" or "0.5"'

/** A quantity of something: decimal text above zero. Which decimals count is the variant's to say. */
export const quantity = z
  .string(notAQuantity)
  .refine((text) => isQuantity(text) && !text.startsWith('-'), notAQuantity)
  .refine((text) => /[1-9]/.test(text), 'The quantity must be more than zero')

/** How a quantity changes: decimal text, not zero. */
export const signedQuantity = z
  .string(notAQuantity)
  .refine(isQuantity, notAQuantity)
  .refine((text) => /[1-9]/.test(text), 'The quantity must not be zero')

/** What is there: decimal text, zero or more. */
export const countedQuantity = z
  .string(notAQuantity)
  .refine((text) => isQuantity(text) && !text.startsWith('-'), notAQuantity)

/** Other years are typing mistakes, and the database has no year 0. */
const inReach = (text: string) => /^(19|[2-9]\d)/.test(text)
const outOfReach = 'The year must be from 1900 to 9999'

/** A day of a warehouse. */
export const calendarDay = z.iso
  .date('Enter the date as YYYY-MM-DD, such as 2026-12-31')
  .refine(inReach, outOfReach)

/** A moment somebody names, in the milliseconds in which times are kept and shown. */
export const moment = instant
  .refine(inReach, outOfReach)
  .transform((text) => new Date(text).toISOString())

/** Up to when what was recorded counts: up to the moment in question, up to now, or up to any other. */
export const knownAt = z.union([moment, z.enum(['then', 'now'])]).default('now')

/** An amount of money: decimal text with up to six decimals, not negative. */
export const money = z
  .string('Enter the amount as text, such as "12.50"')
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'Enter the amount as text, such as "12.50"')

/** A length in whole millimetres; null is not said. */
export const millimetres = (label: string, { min, max }: { min: number; max: number }) =>
  z
    .int(`${label} must be a whole number of millimetres`)
    .min(min, `${label} must be at least ${min}`)
    .max(max, `${label} must be at most ${max.toLocaleString('en-US')} mm`)
    .nullable()

/** The version of a record somebody saw when they began to change it. */
export const version = z.int('The version is required')
export const versioned = z.object({ version })

/** A reply of one record under its name. */
export const one = <Name extends string, S extends z.ZodType>(name: Name, schema: S) =>
  z.object({ [name]: schema } as Record<Name, S>)

/**
 * Who made a document; null when nobody in particular did. The name, or the address of who has none, is
 * null once the member is removed, and absent from what a change answers.
 */
export const madeBy = {
  createdBy: id.nullable(),
  createdByName: z.string().nullable().optional(),
}

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

/** Records that are changed together, all of them or none. */
export const several = z.object({
  ids: z
    .array(id)
    .min(1, 'Select at least one')
    .max(mostPicked, `Select up to ${mostPicked} at a time`),
})

/** Which of several were changed; the others were so already. */
export const changed = z.object({ changed: z.array(id) })

const mostTogether = 1000

/** Of what is counted inside the items of a batch, beside the items themselves. */
type Inside<Item> = { name: string; count: (item: Item) => number }

/** Up to a thousand in one call: all of them or none, or each by itself. */
export const batchOf = <Item extends z.ZodType>(
  item: Item,
  { name, count }: Inside<z.output<Item>> = { name: 'items', count: () => 1 },
) =>
  z.object({
    mode: z.enum(['all_or_nothing', 'valid_items']),
    items: z
      .array(item)
      .min(1, 'A batch needs an item')
      .max(mostTogether, 'A batch has at most 1,000 items')
      .refine((items) => items.reduce((sum, one) => sum + count(one), 0) <= mostTogether, {
        message: `A batch has at most 1,000 ${name}`,
      }),
  })

/** What became of a batch; `id` is that of what an item has made or changed. */
export const batchResult = <Id extends z.ZodType>(of: Id) =>
  z.object({
    applied: z.int(),
    failed: z.int(),
    /** In the order of the items. `skipped`: nothing is wrong with it, but with another one. */
    results: z.array(
      z.object({
        index: z.int(),
        status: z.enum(['ok', 'error', 'skipped']),
        id: of.optional(),
        code: z.string().optional(),
        message: z.string().optional(),
        /** Paths begin inside the item. */
        details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
        blockers: z.array(z.looseObject({ type: z.string() })).optional(),
        currentVersion: z.int().optional(),
        nearest: z.array(z.string()).optional(),
        nearestUnit: z.string().optional(),
      }),
    ),
  })

export type BatchReply = z.output<ReturnType<typeof batchResult<z.ZodType<string>>>>

/** One page of a list. `total` is exact up to 10,000, beyond it only when asked for. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total: z.int().nullable(),
    capped: z.boolean(),
  })
