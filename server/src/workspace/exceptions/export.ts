import type { Exception } from '@stowage/contract/workspace/exceptions'
import type { Columns } from '../../http/csv.ts'

/** The list of exceptions as a file. */
export const exceptionColumns: Columns<Exception> = {
  kind: ({ kind }) => kind,
  what: ({ label }) => label,
  details: ({ details }) => Object.values(details).join('; '),
  object: ({ object }) => object?.number ?? null,
  warehouse: ({ warehouseCode }) => warehouseCode,
  times: ({ count }) => String(count),
  since: ({ since }) => since,
  last: ({ lastAt }) => lastAt,
  reported_by: ({ reportedByName }) => reportedByName,
  owner: ({ ownerName }) => ownerName,
  snoozed_until: ({ snoozedUntil }) => snoozedUntil,
}
