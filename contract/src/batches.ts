import { z } from 'zod'
import { blocker } from './blockers.ts'
import { id } from './fields.ts'
import { idList } from './id-lists.ts'
import { maxSelected } from './lists.ts'

/* Batch requests. Not in `fields.ts`, because the sign-in pages load that file. */

/** Ids of records to change in one transaction, each with an optional version. */
export const recordIds = z.object({
  ids: idList({
    min: [1, 'Select at least one'],
    max: [maxSelected, `Select up to ${maxSelected} at a time`],
  }),
})

/** Ids of the records that changed. Records already in the requested state are left out. */
export const changed = z.object({ changed: z.array(id) })

const maxBatchSize = 1000

/** A nested list whose entries count towards the size limit of a batch. */
type Inside<Item> = { name: string; count: (item: Item) => number }

/**
 * Returns the schema of a batch of up to 1,000 items. `mode` decides whether one invalid item
 * refuses the whole batch.
 */
export const batchOf = <Item extends z.ZodType>(
  item: Item,
  { name, count }: Inside<z.output<Item>> = { name: 'items', count: () => 1 },
) =>
  z.object({
    mode: z.enum(['all_or_nothing', 'valid_items']),
    items: z
      .array(item)
      .min(1, 'A batch needs an item')
      .max(maxBatchSize, 'A batch has at most 1,000 items')
      .refine((items) => items.reduce((sum, one) => sum + count(one), 0) <= maxBatchSize, {
        message: `A batch has at most 1,000 ${name}`,
      }),
  })

/** Returns whether this is the schema of a batch, whose items are refused one by one. */
export const isBatch = (schema: z.ZodType): schema is z.ZodObject =>
  schema instanceof z.ZodObject &&
  'mode' in schema.shape &&
  schema.shape['items'] instanceof z.ZodArray

/** An item of a batch that does not fit its schema; paths are relative to it. */
export type RejectedItem = { index: number; details: { path: string; message: string }[] }

/** Returns the schema of a batch result. `id` is that of the record an item created or changed. */
export const batchResult = <Id extends z.ZodType>(of: Id) =>
  z.object({
    applied: z.int(),
    failed: z.int(),
    /** In the order of the items. `skipped`: valid, but another item was not. */
    results: z.array(
      z.object({
        index: z.int(),
        status: z.enum(['ok', 'error', 'skipped']),
        id: of.optional(),
        code: z.string().optional(),
        message: z.string().optional(),
        /** Paths relative to the item. */
        details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
        blockers: z.array(blocker).optional(),
        currentVersion: z.int().optional(),
        nearest: z.array(z.string()).optional(),
        nearestUnit: z.string().optional(),
      }),
    ),
  })

/** Returns the result of an item that does not fit its schema. */
export const rejectedResult = ({ index, details }: RejectedItem) => ({
  index,
  status: 'error' as const,
  code: 'validation_failed',
  message: details[0]?.message ?? 'This item is not valid',
  details,
})

export type BatchReply = z.output<ReturnType<typeof batchResult<z.ZodType<string>>>>
