import { settings, type Reason } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { RefusalBox } from '../RefusalBox.tsx'
import { ReasonDialog } from './ReasonForm.tsx'
import { appliesWords } from './reason-words.ts'

/** Why stock can change: what people choose from when they correct it. */
export function Reasons({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(load(settings.reasons, { params: { slug } }))
  const { why } = useCan()
  const [open, setOpen] = useState<Reason | 'new'>()
  const update = useAction(settings.updateReason, { refresh: [settings.reasons] })
  const whyNot = why('platform.settings.update')

  const columns: Column<Reason>[] = [
    { header: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { header: 'Code', cell: ({ code }) => <code className="font-mono text-xs">{code}</code> },
    {
      header: 'For',
      cell: ({ applies }) => applies.map((one) => appliesWords[one]).join(', '),
    },
    { header: 'Note', cell: ({ requiresNote }) => (requiresNote ? 'Required' : 'Optional') },
    {
      header: 'State',
      cell: ({ state }) =>
        state === 'active' ? (
          <StateBadge state="ok">In use</StateBadge>
        ) : (
          <StateBadge state="none">Put away</StateBadge>
        ),
    },
    {
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (reason) => (
        <span className="inline-flex gap-2 whitespace-nowrap">
          <Button
            className="min-h-8! px-2!"
            why={whyNot}
            aria-label={`Change ${reason.name}`}
            onClick={() => setOpen(reason)}
          >
            Change
          </Button>
          <Button
            className="min-h-8! px-2!"
            why={whyNot}
            aria-label={`${reason.state === 'active' ? 'Put away' : 'Use again'}: ${reason.name}`}
            onClick={() =>
              update.mutate({
                params: { slug, code: reason.code },
                body: {
                  state: reason.state === 'active' ? 'archived' : 'active',
                  version: reason.version,
                },
              })
            }
          >
            {reason.state === 'active' ? 'Put away' : 'Use again'}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <section aria-labelledby="reasons" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="reasons">Reasons</h2>
        <div className="flex flex-wrap gap-2">
          <ExportButton
            route={settings.reasons}
            call={{ params: { slug } }}
            rows="reasons"
            reply={undefined}
          />
          <Button why={whyNot} onClick={() => setOpen('new')}>
            Add a reason
          </Button>
        </div>
      </div>
      {error && (
        <ErrorBox
          error={error}
          fallback="Failed to load the reasons"
          onRetry={() => void refetch()}
        />
      )}
      {update.error && <RefusalBox error={update.error} fallback="Failed to change the reason" />}
      {!(error && !data) && (
        <DataTable
          caption="Reasons that were put away stay readable in old movements"
          columns={columns}
          rows={data?.items}
          rowId={({ code }) => code}
          empty={<EmptyState title="There are no reasons" />}
        />
      )}
      {open && (
        <ReasonDialog
          slug={slug}
          reason={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
