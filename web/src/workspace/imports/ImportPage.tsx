import { importFacts } from '@stowage/contract/import-kinds'
import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Page } from '../../parts/Page.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Reading } from '../../parts/Reading.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { useListAbove } from '../list-above.ts'
import { useWorkspaceName } from '../member.ts'
import { useTimes } from '../times.ts'
import { useSlug } from '../warehouses.ts'
import { ImportResult } from './ImportResult.tsx'
import { MappingForm } from './MappingForm.tsx'
import { importOf } from './queries.ts'
import { RowsTable } from './RowsTable.tsx'
import { busyWords, nameOf, rowsText, stateLooks, stateWords } from './words.ts'

const page = '/$platform/app/imports/$importId'
const route = getRouteApi(page)

/** One file from its columns to what became of its rows. */
export default function ImportPage() {
  const slug = useSlug()
  const list = useListAbove(page)
  const { zoned } = useTimes()
  const importId = route.useParams({ select: (params) => params.importId })
  const found = useQuery(importOf(slug, importId))
  const file = found.data?.import
  const [isMapping, setMapping] = useState(false)
  useEndOfWork(file)
  useFocusKept(file && `${file.state} ${file.busy ?? ''}`)

  return (
    <Page
      title={file ? nameOf(file) : 'Import'}
      site={useWorkspaceName(slug)}
      above={list}
      subtitle={
        file && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StateBadge state={stateLooks[file.state]}>{stateWords[file.state]}</StateBadge>
            {`${importFacts[file.kind].label}, ${rowsText(file.rowsTotal)}, ${zoned(file.createdAt)}`}
          </span>
        )
      }
    >
      <Reading of={found} record={{ of: 'import', list }} />
      {file && <Content file={file} isMapping={isMapping} onMapping={setMapping} />}
    </Page>
  )
}

type ContentProps = {
  file: ImportJob
  isMapping: boolean
  onMapping: (is: boolean) => void
}

function Content({ file, isMapping, onMapping }: ContentProps) {
  if (file.busy) return <Progress file={file} busy={file.busy} />
  if (file.state === 'uploaded' || (file.state === 'validated' && isMapping))
    return (
      <>
        <MappingForm key={file.id} file={file} onChecked={() => onMapping(false)} />
        <RowsTable file={file} caption="First rows of the file" states="" short />
      </>
    )
  return (
    <>
      <ImportResult file={file} onMapping={() => onMapping(true)} />
      {file.rowsFailed > 0 && <RowsTable file={file} caption="Rows with errors" states="error" />}
      {file.rowsValid > 0 && (
        <RowsTable
          file={file}
          caption={file.state === 'validated' ? 'What applying will change' : 'What was changed'}
          states="valid,applied,undone"
        />
      )}
      {file.rowsSkipped > 0 && <RowsTable file={file} caption="Skipped rows" states="skipped" />}
    </>
  )
}

/** Shows the running work on an import and its progress. */
function Progress({ file, busy }: { file: ImportJob; busy: NonNullable<ImportJob['busy']> }) {
  const words = `${busyWords[busy]}: ${file.rowsDone} of ${rowsText(file.rowsTotal)}`
  return (
    <div className="card grid gap-3 p-6">
      <p id="progress" className="font-medium">
        {busyWords[busy]}…
      </p>
      <ProgressBar
        aria-labelledby="progress"
        className="h-2 w-full"
        max={file.rowsTotal}
        value={file.rowsDone}
      />
      <p role="status" className="text-sm text-muted">
        {words}
      </p>
      <p className="text-sm text-muted">You can leave this page. The import continues.</p>
    </div>
  )
}

/** Where a step takes away what had the focus, the heading has it: it says what the file is now. */
function useFocusKept(step: string | undefined) {
  const was = useRef(step)
  useEffect(() => {
    const { activeElement, body } = document
    if (was.current !== undefined && was.current !== step && activeElement === body)
      document.querySelector('h1')?.focus({ preventScroll: true })
    was.current = step
  }, [step])
}

/** Refetches everything else that shows the rows once the work on them has ended. */
function useEndOfWork(file: ImportJob | undefined) {
  const client = useQueryClient()
  const was = useRef<ImportJob['busy']>(null)
  const busy = file?.busy ?? null
  useEffect(() => {
    if (was.current !== null && busy === null)
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => path !== imports.one.path,
      })
    was.current = busy
  }, [busy, client])
}
