import { z } from 'zod'
import { id } from '../fields.ts'

/* What the log is searched by. In a file of its own, because every page knows the addresses of all. */

const wholeNumber = (label: string) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `${label} must be a whole number`)
    .transform(Number)

/** A moment, or a day, which stands for its beginning in UTC; given on in UTC. */
const moment = (label: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: `${label} must be a time like 2026-11-05T14:00:00Z, or a day like 2026-11-05`,
    })
    .transform((text) => new Date(text).toISOString())

/** Which events are meant; all of them are combined. */
const filters = {
  /** Case-insensitive; exact, or a prefix when it ends in `*`. */
  action: z
    .string()
    .regex(/^[A-Za-z0-9_*]{1,64}$/, 'Action may hold letters, digits, _ and *')
    .optional(),
  /** Id or slug; one that is not visible matches nothing. */
  platformId: z.string().max(200).optional(),
  /** Case-insensitive part of the address. */
  actorEmail: z.string().max(254).optional(),
  /** Not before this moment. */
  from: moment('From').optional(),
  /** Before this moment: a span ends where the next begins. */
  to: moment('To').optional(),
}

export const auditQuery = z.object({
  limit: wholeNumber('Limit')
    .pipe(z.int().min(1, 'Limit must be at least 1'))
    .transform((limit) => Math.min(limit, 100))
    .default(50),
  offset: wholeNumber('Offset')
    .pipe(z.int().max(100_000, 'Offset must be at most 100000'))
    .default(0),
  ...filters,
  /** Only what is listed below this event: pages that do not shift when events are added. */
  before: id.optional(),
})

export const auditExportQuery = z.object({
  ...filters,
  format: z.enum(['csv', 'ndjson'], 'Format must be csv or ndjson').default('csv'),
})
