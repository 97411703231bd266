import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { formatEvent } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'

export const columns: Column<AuditEntry>[] = [
  {
    // On a card it has a line of its own, as have actor and platform: each is as long as a line there.
    header: 'Time',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatEvent(createdAt)}</time>,
  },
  {
    header: 'Action',
    card: 'title',
    cell: ({ action }) => <code className="font-mono text-xs">{action}</code>,
  },
  {
    header: 'Actor',
    grow: 'sm:min-w-36',
    cell: ({ actorEmail, actorId }) => actorEmail ?? actorId ?? '-',
  },
  { header: 'Actor Type', wide: true, keep: 2, cell: ({ actorType }) => actorType },
  {
    header: 'Platform',
    cell: ({ platformSlug, platformId }) => platformSlug ?? platformId ?? '-',
  },
  // What the example data did came from nowhere.
  { header: 'IP', wide: true, keep: 2, cell: ({ ip }) => ip || '-' },
  {
    header: 'User-Agent',
    wide: true,
    keep: 2,
    grow: 'sm:min-w-20',
    cell: ({ userAgent }) => userAgent ?? '-',
  },
]
