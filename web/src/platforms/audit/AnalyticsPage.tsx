import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { eventZone, formatEventTime, formatEvent } from '../../app/format.ts'
import { time, word } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { OffsetPager } from '../../parts/OffsetPager.tsx'
import { Page } from '../../parts/Page.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { useUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { CopiedRows } from './CopiedRows.tsx'
import { LogFilters } from './LogFilters.tsx'
import { logsOf } from './logs.ts'
import type { Filters, LogSearch } from './search.ts'
import { useSaveLog } from './save-log.ts'
import { SavingLog } from './SavingLog.tsx'
import type { AuditEntry } from '@stowage/contract/platforms/audit'

const LogDetails = lazyPart(() => import('./LogDetails.tsx'), 'LogDetails')
const LogSeals = lazyPart(() => import('./LogSeals.tsx'), 'LogSeals')

const route = getRouteApi('/dashboard/analytics')
const interval = 15_000

export default function AnalyticsPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [live, setLive] = useState(false)
  const logs = useQuery({
    ...logsOf(search),
    placeholderData: keepPreviousData,
    refetchInterval: live && interval,
  })
  const busy = logs.isFetching
  const { saving, start, cancel } = useSaveLog()
  const unverified = useUser()?.mustVerifyEmail ?? true

  /** Shows this search; asks again when it is the one already shown. */
  const show = (next: LogSearch) => {
    const same = JSON.stringify(logsOf(next).queryKey) === JSON.stringify(logsOf(search).queryKey)
    if (same) void logs.refetch()
    else void navigate({ to: '/dashboard/analytics', search: asText(next) })
  }
  const save = () => void start(filtersOf(search))
  useCommands(
    unverified ? [] : [{ name: 'Export the audit log', section: 'On this page', run: save }],
  )
  const filter = (filters: Filters) => show({ ...filters, limit: search.limit, offset: 0 })

  const caption = `Newest first, times in ${eventZone()}`

  return (
    <Page
      isList
      title="Analytics"
      subtitle={
        <>
          <span>Real-time audit logs for your platforms</span>
          {/* It has its room before it says anything: nothing below moves. */}
          <span
            className={`text-sm tabular-nums max-sm:block sm:ms-3 ${logs.dataUpdatedAt > 0 ? '' : 'invisible'}`}
          >
            {`Updated ${formatEventTime(logs.dataUpdatedAt)}`}
          </span>
        </>
      }
      actions={
        <>
          <Button busy={busy && 'Refresh'} onClick={() => void logs.refetch()}>
            Refresh
          </Button>
          <Button
            why={unverified ? 'Verify your email to export.' : undefined}
            busy={saving.state === 'running' && 'Export'}
            onClick={save}
          >
            Export
          </Button>
        </>
      }
    >
      <div>
        <SavingLog saving={saving} onCancel={cancel} />
        <LogFilters
          key={JSON.stringify(filtersOf(search))}
          applied={filtersOf(search)}
          onApply={filter}
        >
          <Checkbox checked={live} onChange={(event) => setLive(event.target.checked)}>
            Ask for new events every 15 seconds
          </Checkbox>
          <span aria-hidden className="text-sm text-muted sm:ms-auto">
            {caption}
          </span>
        </LogFilters>
        <CopiedRows copies={logs.data?.copies} />
      </div>
      {search.platformId && (
        <Suspense>
          <LogSeals platformId={search.platformId} />
        </Suspense>
      )}
      <ReadError of={logs} fallback="Failed to load logs" />
      {!(logs.error && !logs.data) && (
        <>
          <DataTable
            caption={caption}
            hideCaption
            columns={columns}
            rows={logs.data?.logs}
            rowId={({ _id }) => _id}
            busy={logs.isPlaceholderData}
            empty={<EmptyState title="No logs found" />}
            details={(entry) => (
              <Suspense>
                <LogDetails entry={entry} onFilter={filter} />
              </Suspense>
            )}
          />
          <OffsetPager
            offset={search.offset}
            limit={search.limit}
            total={logs.data?.total}
            capped={logs.data?.capped}
            rows={logs.data?.logs.length}
            busy={busy}
            onChange={(page) => show({ ...search, ...page })}
          />
        </>
      )}
    </Page>
  )
}

const filtersOf = ({ limit: _, offset: __, ...filters }: LogSearch): Filters => filters

/** The address holds text. */
const asText = ({ limit, offset, ...filters }: LogSearch) => ({
  ...filters,
  limit: String(limit),
  offset: String(offset),
})

const columns: Column<AuditEntry>[] = [
  // On a card it has a line of its own, as have actor and platform: each is as long as a line there.
  time('Time', ({ createdAt }) => createdAt, formatEvent),
  {
    header: 'Action',
    card: 'title',
    cell: ({ action }) => <code className="font-mono text-xs">{action}</code>,
  },
  word('Actor', ({ actorEmail, actorId }) => actorEmail ?? actorId, { grow: 'sm:min-w-36' }),
  word('Actor Type', ({ actorType }) => actorType, { wide: true, keep: 2 }),
  word('Platform', ({ platformSlug, platformId }) => platformSlug ?? platformId),
  // What the example data did came from nowhere.
  word('IP', ({ ip }) => ip, { wide: true, keep: 2 }),
  word('User-Agent', ({ userAgent }) => userAgent, { wide: true, keep: 2, grow: 'sm:min-w-20' }),
]
