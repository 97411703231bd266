import { audit } from '@stowage/contract/platforms/audit'
import { load } from '../../app/api.ts'
import type { LogSearch } from './search.ts'

/** One page of events for this search. */
export const logsOf = ({ limit, offset, ...filters }: LogSearch) =>
  load(audit.list, {
    query: { ...filters, limit: String(limit), offset: String(offset) },
  })
