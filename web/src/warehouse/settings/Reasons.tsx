import { settings, type Reason } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { More } from '../../ui/More.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { ReasonDialog } from './ReasonForm.tsx'
import { appliesWords } from './reason-words.ts'

/** Why stock can change: what people choose from when they correct it. */
export function Reasons({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(load(settings.reasons, { params: { slug } }))
  const { why } = useCan()
  const [open, setOpen] = useState<Reason | 'new'>()
  const update = useAction(settings.updateReason)
  const whyNot = why(settings.updateReason)

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
          <StateBadge state="none">Archived</StateBadge>
        ),
    },
    {
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (reason) => (
        <More name={reason.name}>
          <MenuEntry why={whyNot} label={`Change ${reason.name}`} onClick={() => setOpen(reason)}>
            Change
          </MenuEntry>
          <MenuEntry
            why={whyNot}
            label={`${reason.state === 'active' ? 'Archive' : 'Restore'}: ${reason.name}`}
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
            {reason.state === 'active' ? 'Archive' : 'Restore'}
          </MenuEntry>
        </More>
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
            Add reason
          </Button>
        </div>
      </div>
      {error && (
        <ErrorBox error={error} fallback="Couldn’t load reasons" onRetry={() => void refetch()} />
      )}
      {update.error && <RefusalBox error={update.error} fallback="Couldn’t change the reason" />}
      {!(error && !data) && (
        <DataTable
          caption="Archived reasons stay visible in the stock history"
          columns={columns}
          rows={data?.items}
          rowId={({ code }) => code}
          empty={<EmptyState title="No reasons yet" />}
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
