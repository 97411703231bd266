import { audit } from '@stowage/contract/platforms/audit'
import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { useQuery } from '@tanstack/react-query'
import { load } from '../app/api.ts'
import { eventZone, formatEvent } from '../app/format.ts'
import { DataTable, type Column } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Link } from '../parts/Link.tsx'
import { ReadError } from '../parts/ReadError.tsx'
import { paths } from '../app/paths.ts'
import { CopiedRows } from '../platforms/audit/CopiedRows.tsx'
import { WorkInProgress } from './WorkInProgress.tsx'

const columns: Column<AuditEntry>[] = [
  {
    header: 'Time',
    card: 'value',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatEvent(createdAt)}</time>,
  },
  {
    header: 'Event',
    card: 'title',
    cell: ({ action }) => <code className="font-mono">{action}</code>,
  },
  { header: 'By', card: 'value', cell: ({ actorEmail, actorId }) => actorEmail ?? actorId ?? '-' },
  { header: 'Platform', card: 'number', cell: ({ platformSlug }) => platformSlug ?? '-' },
]

export default function NotificationsPage() {
  const latest = useQuery(load(audit.list, { query: { limit: '10' } }))
  return (
    <WorkInProgress title="Notifications">
      <CopiedRows copies={latest.data?.copies} />
      {latest.error ? (
        <ReadError of={latest} fallback="Failed to load logs" />
      ) : (
        <DataTable
          caption={`The last ten events of your account and your platforms, times in ${eventZone()}`}
          columns={columns}
          rows={latest.data?.logs}
          rowId={({ _id }) => _id}
          empty={<EmptyState title="Nothing has happened yet" />}
        />
      )}
      <p>
        <Link href={paths.analytics} className="link">
          See all events
        </Link>
      </p>
    </WorkInProgress>
  )
}
