import { integrity, type VerifyRun } from '@stowage/contract/warehouse/integrity'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { text, time } from '../../parts/columns.tsx'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { ReadError } from '../../parts/ReadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useCan } from '../../workspace/rights.ts'
import { RefusalBox } from '../../workspace/refusals/RefusalBox.tsx'
import { useTimes } from '../../workspace/times.ts'

/** The list is asked for again so often, because checks also run by themselves. Milliseconds. */
const interval = 30_000
const whileRunning = 2_000

const kindWords = { full: 'Everything', incremental: 'Changes since the last check' } as const

/** Two numbers that must agree and do not, in the words of the rule. */
const violationColumns: Column<VerifyRun['violations'][number]>[] = [
  { header: 'Rule', cell: ({ rule }) => rule.replaceAll('_', ' ') },
  text('What', ({ subject }) => subject),
  { header: 'Expected', align: 'end', cell: ({ expected }) => expected },
  { header: 'Found', align: 'end', cell: ({ actual }) => actual },
]

const took = (ms: number) =>
  ms < 1000 ? `${formatCount(ms)} ms` : `${formatCount(Math.round(ms / 1000))} s`

/** Shows the integrity check of the ledger: the last check, earlier ones, and a button that starts one. */
export function Verification({ slug }: { slug: string }) {
  const { why } = useCan()
  const { show, zone } = useTimes()
  const verify = useAction(integrity.verify, { patience: 60_000 })
  const isRunning = verify.data !== undefined && 'running' in verify.data
  const runs = useQuery({
    ...load(integrity.verifyRuns, { params: { slug } }),
    refetchInterval: isRunning ? whileRunning : interval,
  })
  const [started, setStarted] = useState(0)
  const newest = runs.data?.runs[0]
  const isAnswered = isRunning && newest !== undefined && Date.parse(newest.at) >= started
  const reset = verify.reset
  useEffect(() => {
    if (isAnswered) reset()
  }, [isAnswered, reset])

  const run = (kind: VerifyRun['kind']) => {
    // The server's clock may be a little behind this one.
    setStarted(Date.now() - 5_000)
    verify.mutate({ params: { slug }, body: { kind } })
  }
  const whyNot = why(integrity.verify)
  const busy = verify.isPending || isRunning
  const columns: Column<VerifyRun>[] = [
    time('Time', ({ at }) => at, show),
    {
      header: 'Result',
      cell: ({ ok, violations }) =>
        ok ? (
          <StateBadge state="ok">Passed</StateBadge>
        ) : (
          <StateBadge state="bad">
            {violations.length === 1
              ? '1 difference'
              : `${formatCount(violations.length)} differences`}
          </StateBadge>
        ),
    },
    { header: 'Checked', cell: ({ kind }) => kindWords[kind] },
    { header: 'Rows', align: 'end', cell: ({ rows }) => formatCount(Number(rows)) },
    { header: 'Took', align: 'end', cell: ({ tookMs }) => took(tookMs) },
  ]
  return (
    <section aria-labelledby="verification" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="verification">Integrity check</h2>
        <div className="flex flex-wrap gap-2">
          <Button
            why={whyNot}
            busy={busy && 'Check recent changes'}
            onClick={() => run('incremental')}
          >
            Check recent changes
          </Button>
          <Button
            look="primary"
            why={whyNot}
            busy={busy && 'Checking…'}
            onClick={() => run('full')}
          >
            Run full check
          </Button>
        </div>
      </div>
      <p className="max-w-prose text-sm text-muted">
        The integrity check recalculates every quantity from the stock history and compares it with
        the recorded stock. It runs every night.
      </p>
      {verify.error && <RefusalBox error={verify.error} fallback="The check didn’t run" />}
      <ReadError of={runs} fallback="Couldn’t load the checks" />
      {isRunning && (
        <Notice kind="info" live>
          <p>The check is still running. Its result will appear here.</p>
        </Notice>
      )}
      {!runs.data && !runs.error && <Spinner />}
      {newest && <Verdict run={newest} at={`${show(newest.at)} ${zone}`} />}
      {newest && !newest.ok && (
        <DataTable
          caption="Problems found"
          columns={violationColumns}
          rows={newest.violations}
          rowId={({ rule, subject }) => `${rule} ${subject}`}
          empty={<EmptyState title="No details recorded" />}
        />
      )}
      {runs.data && (
        <DataTable
          caption={`Previous checks, newest first, times in ${zone}`}
          columns={columns}
          rows={runs.data.runs}
          rowId={({ at, kind }) => `${at} ${kind}`}
          empty={
            <EmptyState title="No checks yet">
              {`The first check runs tonight.${whyNot === undefined ? ' You can also run it now.' : ''}`}
            </EmptyState>
          }
        />
      )}
    </section>
  )
}

function Verdict({ run, at }: { run: VerifyRun; at: string }) {
  if (run.ok)
    return (
      <Notice kind="ok" live>
        <p className="font-medium">Integrity check passed</p>
        <p>{`${formatCount(Number(run.rows))} rows checked on ${at}.`}</p>
      </Notice>
    )
  return (
    <ErrorBox
      error={
        run.violations.length === 1
          ? '1 problem found'
          : `${formatCount(run.violations.length)} problems found`
      }
    >
      <p>{`Found on ${at}. Save the details below and contact your server administrator.`}</p>
    </ErrorBox>
  )
}
