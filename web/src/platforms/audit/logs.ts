import { audit } from '@stowage/contract/platforms/audit'
import type { auditQuery } from '@stowage/contract/platforms/audit'
import type { z } from 'zod'
import { load } from '../../api.ts'

/** The search of the Analytics page. */
export type LogSearch = z.output<typeof auditQuery>

/** One page of events for this search. */
export const logsOf = ({ limit, offset, ...filters }: LogSearch) =>
  load(audit.list, {
    query: { ...filters, limit: String(limit), offset: String(offset) },
  })
