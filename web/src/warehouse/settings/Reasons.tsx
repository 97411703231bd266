import { settings, type Reason } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { actions, text } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { useCan } from '../../workspace/rights.ts'
import { stepsOf } from '../../workspace/steps/steps.ts'
import { useRowSteps } from '../../workspace/steps/use-row-steps.tsx'
import { ReasonDialog } from './ReasonForm.tsx'
import { appliesWords } from './reason-words.ts'

type ReasonRow = Reason & { id: string }

const step = stepsOf<ReasonRow>({ one: 'reason', many: 'reasons' })
const route = settings.updateReason
const reasonSteps = {
  change: step({
    one: {
      route,
      name: 'Change',
      own: ({ of, onClose }) => <ReasonDialog record={of} onClose={onClose} />,
    },
  }),
  archive: step({
    states: ['active'],
    one: { route, name: 'Archive', body: { state: 'archived' } },
  }),
  restore: step({
    states: ['archived'],
    one: { route, name: 'Restore', body: { state: 'active' } },
  }),
}

/** Settings of the reasons for stock adjustments. */
export function Reasons({ slug }: { slug: string }) {
  const found = useQuery(load(settings.reasons, { params: { slug } }))
  const { data, error } = found
  const { why } = useCan()
  const [isAdding, setAdding] = useState(false)
  // Their addresses have a code where others have an id.
  const rows = data?.items.map((reason) => ({ ...reason, id: reason.code }))
  const { menu, problem, dialog } = useRowSteps({
    steps: reasonSteps,
    rows: rows ?? [],
    name: ({ name }) => name,
    label: (word, { name }) => `${word}${word === 'Change' ? '' : ':'} ${name}`,
  })

  const columns: Column<ReasonRow>[] = [
    text('Name', ({ name }) => name),
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
    actions(menu),
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
          <Button why={why(settings.createReason)} onClick={() => setAdding(true)}>
            Add reason
          </Button>
        </div>
      </div>
      <ReadError of={found} fallback="Couldn’t load reasons" />
      {problem}
      {!(error && !data) && (
        <DataTable
          caption="Archived reasons stay visible in the stock history"
          columns={columns}
          rows={rows}
          rowId={({ code }) => code}
          empty={<EmptyState title="No reasons yet" />}
        />
      )}
      {isAdding && <ReasonDialog onClose={() => setAdding(false)} />}
      {dialog}
    </section>
  )
}
