import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { formatInstant } from '../../format.ts'
import type { Column } from '../../parts/DataTable.tsx'

export const columns: Column<AuditEntry>[] = [
  {
    header: 'Time',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {formatInstant(createdAt, 'UTC')}
      </time>
    ),
  },
  { header: 'Action', cell: ({ action }) => <code className="font-mono">{action}</code> },
  {
    header: 'Actor',
    cell: ({ actorEmail, actorId }) => (
      <span className="block min-w-36 wrap-anywhere">{actorEmail ?? actorId ?? '-'}</span>
    ),
  },
  { header: 'Actor Type', cell: ({ actorType }) => actorType },
  {
    header: 'Platform',
    cell: ({ platformSlug, platformId }) => (
      <span className="block min-w-24 wrap-anywhere">{platformSlug ?? platformId ?? '-'}</span>
    ),
  },
  { header: 'IP', cell: ({ ip }) => ip ?? '-' },
  {
    header: 'User-Agent',
    cell: ({ userAgent }) => <span className="block max-w-40 truncate">{userAgent ?? '-'}</span>,
  },
]
