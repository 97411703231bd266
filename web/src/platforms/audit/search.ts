import { auditQuery } from '@stowage/contract/platforms/audit-search'
import type { z } from 'zod'

/** The search of the Analytics page, which pages by counting and not by event. */
export const logSearch = auditQuery.omit({ before: true })
export type LogSearch = z.output<typeof logSearch>

/** Filters of the log. */
export type Filters = Omit<LogSearch, 'limit' | 'offset'>

export const noFilters: Filters = {
  action: undefined,
  actorEmail: undefined,
  platformId: undefined,
  from: undefined,
  to: undefined,
}
