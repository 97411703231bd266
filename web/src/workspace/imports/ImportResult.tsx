import { importFacts } from '@stowage/contract/import-kinds'
import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { download } from '../../app/download.ts'
import { formatCount } from '../../app/format.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { saveFile } from '../../app/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useNamedPage } from '../list-above.ts'
import { sentencesOf } from '../refusals/refusals.ts'
import { useCan } from '../rights.ts'
import { useSlug } from '../warehouses.ts'
import { CancelImport } from './CancelImport.tsx'
import { incompleteText, rowsText } from './words.ts'

const patience = 60_000

/** Shows the result of the dry run or of the applied import, and the next actions. */
export function ImportResult({ file, onMapping }: { file: ImportJob; onMapping: () => void }) {
  const slug = useSlug()
  const list = useNamedPage(file.kind === 'products' ? 'catalog' : file.kind)
  const isDone = file.state === 'done' || file.state === 'done_with_errors'
  return (
    <div className="grid gap-4">
      <Figures file={file} />
      {isDone && <LeftOut file={file} />}
      {file.rowsIncomplete > 0 && <Notice kind="warn">{incompleteText(file)}</Notice>}
      {file.state === 'cancelled' && <Notice kind="info">No rows were applied.</Notice>}
      {file.state === 'undone' && <Notice kind="ok">{importFacts[file.kind].undone}</Notice>}
      {file.failure && <Failure failure={file.failure} isDone={isDone} />}
      {file.state === 'failed' && !file.failure && (
        <ErrorBox error="Some rows are no longer valid, so none were applied." />
      )}
      <div className="flex flex-wrap gap-2">
        {file.state === 'validated' && <Apply file={file} />}
        {file.state === 'validated' && <Button onClick={onMapping}>Change columns</Button>}
        {isDone && <LinkButton href={list.href}>{`Go to ${list.name}`}</LinkButton>}
        {file.rowsFailed > 0 && <FailedRows file={file} />}
        <ExportButton
          route={imports.rows}
          call={{ params: { slug, importId: file.id } }}
          rows="rows"
          reply={undefined}
        />
        {isDone && <Undo file={file} />}
        {file.state === 'validated' && <CancelImport file={file} />}
      </div>
    </div>
  )
}

function Figures({ file }: { file: ImportJob }) {
  const figures = [
    ['New', file.creates],
    ['Changed', file.updates],
    ['Unchanged', file.unchanged],
    ['With errors', file.rowsFailed],
    ...(file.rowsSkipped > 0 ? [['Skipped', file.rowsSkipped] as const] : []),
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-5">
      {figures.map(([label, count]) => (
        <div key={label} className="card grid gap-1 p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows the number of rows of an applied file that changed nothing because of their content. */
function LeftOut({ file: { rowsFailed, rowsSkipped } }: { file: ImportJob }) {
  const parts = [
    ...(rowsFailed > 0 ? [`${formatCount(rowsFailed)} with errors`] : []),
    ...(rowsSkipped > 0 ? [`${formatCount(rowsSkipped)} skipped`] : []),
  ]
  if (parts.length === 0) return null
  return (
    <Notice kind="warn">
      {`${rowsText(rowsFailed + rowsSkipped)} not imported: ${parts.join(', ')}. Each row below says why.`}
    </Notice>
  )
}

function Failure({
  failure,
  isDone,
}: {
  failure: NonNullable<ImportJob['failure']>
  isDone: boolean
}) {
  const shown = sentencesOf(failure.code, failure.blockers)
  const isRefusedUndo = isDone && failure.code !== 'import_stopped'
  return (
    <ErrorBox
      error={isRefusedUndo ? `Couldn’t undo the import. ${failure.message}` : failure.message}
    >
      {shown.length > 0 && (
        <ul className="list-disc ps-5">
          {shown.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </ErrorBox>
  )
}

function Apply({ file }: { file: ImportJob }) {
  const slug = useSlug()
  const { whyRight } = useCan()
  const apply = useAction(imports.apply, { patience })
  const isStopped = file.mode === 'all_or_nothing' && file.rowsFailed > 0
  const refused =
    whyRight(importFacts[file.kind].right) ??
    (file.rowsValid === 0
      ? 'No valid rows yet.'
      : isStopped
        ? 'All rows must be valid before any is applied.'
        : undefined)
  return (
    <>
      <Button
        look="primary"
        why={refused}
        busy={apply.isPending && 'Applying…'}
        onClick={() => apply.mutate({ params: { slug, importId: file.id } })}
      >
        {`Apply ${rowsText(file.rowsValid)}`}
      </Button>
      {apply.error && <ErrorBox error={apply.error} fallback="Couldn’t apply the import" />}
    </>
  )
}

/** The rows that failed, each with its reason: mend them there and import that file. */
function FailedRows({ file }: { file: ImportJob }) {
  const slug = useSlug()
  const signal = useRef(new AbortController())
  const [error, setError] = useState<Error>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setError(undefined)
    setBusy(true)
    try {
      const call = { params: { slug, importId: file.id } }
      const { name, content } = await download(imports.failed, call, {
        signal: signal.current.signal,
      })
      saveFile(name, content, 'text/csv')
    } catch (failure) {
      setError(failure as Error)
    }
    setBusy(false)
  }
  return (
    <>
      <Button busy={busy && 'Downloading…'} onClick={() => void save()}>
        Download failed rows
      </Button>
      {error && <ErrorBox error={error} fallback="Couldn’t download the file" />}
    </>
  )
}

function Undo({ file }: { file: ImportJob }) {
  const slug = useSlug()
  const { whyRight } = useCan()
  const [asks, setAsks] = useState(false)
  const client = useQueryClient()
  const undo = useAction(imports.undo, { patience })
  const run = () => {
    setAsks(false)
    undo.mutate(
      { params: { slug, importId: file.id } },
      // What was in the way is kept with the file.
      { onError: () => void client.invalidateQueries({ queryKey: [imports.one.path] }) },
    )
  }
  return (
    <>
      <Button
        look="danger"
        why={whyRight(importFacts[file.kind].right)}
        busy={undo.isPending && 'Undoing…'}
        onClick={() => setAsks(true)}
      >
        Undo
      </Button>
      {undo.error && !file.failure && (
        <ErrorBox error={undo.error} fallback="Couldn’t undo the import" />
      )}
      {asks && (
        <Confirm
          title="Undo this import?"
          consequence={
            file.kind === 'stock'
              ? 'All stock movements of this file are reversed.'
              : 'New records are archived and changed records restored.'
          }
          action="Undo import"
          onConfirm={run}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  )
}
