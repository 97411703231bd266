import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { formatEvent } from '../../format.ts'
import type { Column } from '../../parts/DataTable.tsx'

export const columns: Column<AuditEntry>[] = [
  {
    header: 'Time',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="sm:block sm:min-w-24">
        {formatEvent(createdAt)}
      </time>
    ),
  },
  { header: 'Action', cell: ({ action }) => <code className="font-mono text-xs">{action}</code> },
  {
    header: 'Actor',
    cell: ({ actorEmail, actorId }) => (
      <span className="wrap-anywhere sm:block sm:min-w-36">{actorEmail ?? actorId ?? '-'}</span>
    ),
  },
  { header: 'Actor Type', cell: ({ actorType }) => actorType },
  {
    header: 'Platform',
    cell: ({ platformSlug, platformId }) => (
      <span className="wrap-break-word">{platformSlug ?? platformId ?? '-'}</span>
    ),
  },
  // What the example data did came from nowhere.
  { header: 'IP', cell: ({ ip }) => ip || '-' },
  {
    header: 'User-Agent',
    cell: ({ userAgent }) => (
      <span className="line-clamp-2 wrap-anywhere sm:min-w-20">{userAgent ?? '-'}</span>
    ),
  },
]
