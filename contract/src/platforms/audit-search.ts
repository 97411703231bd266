import { z } from 'zod'
import { id } from '../fields.ts'

/* Filters of the audit log. In a separate file, because every page loads the paths of all pages. */

const wholeNumber = (label: string) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `${label} must be a whole number`)
    .transform(Number)

/**
 * Returns a schema for a timestamp or a date. A date means its start in UTC. The result is in UTC.
 */
const moment = (label: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: `${label} must be a time like 2026-11-05T14:00:00Z, or a day like 2026-11-05`,
    })
    .transform((text) => new Date(text).toISOString())

/** All filters are combined with AND. */
const filters = {
  /** Case-insensitive. Exact, or a prefix if it ends in `*`. */
  action: z
    .string()
    .regex(/^[A-Za-z0-9_*]{1,64}$/, 'Action may hold letters, digits, _ and *')
    .optional(),
  /** Id or slug. A platform the user cannot see matches nothing. */
  platformId: z.string().max(200).optional(),
  /** Substring of the address, case-insensitive. */
  actorEmail: z.string().max(254).optional(),
  /** Inclusive. */
  from: moment('From').optional(),
  /** Exclusive. */
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
  /** Only events below this id, so pages do not shift when events are added. */
  before: id.optional(),
})

export const auditExportQuery = z.object({
  ...filters,
  format: z.enum(['csv', 'ndjson'], 'Format must be csv or ndjson').default('csv'),
})
