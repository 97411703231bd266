import { z } from 'zod'
import { id } from './fields.ts'
import { mostPicked } from './lists.ts'

/* Several records in one request. They are not in `fields.ts`, which the sign-in pages load. */

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
