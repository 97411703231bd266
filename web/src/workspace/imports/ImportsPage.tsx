import { importFacts, importKinds } from '@stowage/contract/import-kinds'
import { imports, importStates, type ImportJob } from '@stowage/contract/workspace/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { load } from '../../app/api.ts'
import { formatCount, formatEvent } from '../../app/format.ts'
import type { Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { useCommands } from '../../parts/keys.ts'
import { Link } from '../../parts/Link.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/list.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../member.ts'
import { NoRight } from '../NoRight.tsx'
import type { WorkspacePaths } from '../paths.ts'
import { useCan } from '../rights.ts'
import { usePaths, useSlug } from '../warehouses.ts'
import { nameOf, stateLooks, stateWords } from './words.ts'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))
const route = getRouteApi('/$platform/app/imports')

const columnsOf = (to: WorkspacePaths): Column<ImportJob>[] => [
  {
    header: 'File',
    grow: 'sm:min-w-40',
    cell: (row) => (
      <Link href={to.import(row.id)} className="link">
        {nameOf(row)}
      </Link>
    ),
  },
  { header: 'Contents', wide: true, cell: ({ kind }) => importFacts[kind].label },
  { header: 'Rows', card: 'value', align: 'end', cell: ({ rowsTotal }) => formatCount(rowsTotal) },
  {
    header: 'Applied',
    wide: true,
    align: 'end',
    cell: ({ rowsApplied }) => formatCount(rowsApplied),
  },
  {
    header: 'Failed',
    card: 'value',
    align: 'end',
    cell: ({ rowsFailed }) => formatCount(rowsFailed),
  },
  {
    header: 'By',
    wide: true,
    cell: ({ createdBy }) => createdBy.name ?? '-',
  },
  {
    header: 'When',
    card: 'number',
    sort: 'createdAt',
    cell: ({ createdAt }) => formatEvent(createdAt),
  },
  {
    header: 'State',
    card: 'state',
    keep: 3,
    cell: ({ state }) => <StateBadge state={stateLooks[state]}>{stateWords[state]}</StateBadge>,
  },
]

const kindOptions = importKinds.map((value) => ({ value, label: importFacts[value].label }))
const stateOptions = importStates.map((value) => ({ value, label: stateWords[value] }))

/** Every file that was read in, and the way to read in another. */
export default function ImportsPage() {
  const slug = useSlug()
  const to = usePaths()
  const { can, why, isKnown } = useCan()
  const search = route.useSearch()
  const [kind, state] = [search.kind?.join(','), search.state?.join(',')]
  const list = useList('imports', search, imports.list)
  const [params, query] = [{ slug }, { kind, state, sort: search.sort }]
  const rows = useQuery({
    ...load(imports.list, { params, query: { ...list.page, ...query } }),
    placeholderData: keepPreviousData,
    enabled: isKnown && can(imports.list),
  })
  const columns = useMemo(() => columnsOf(to), [to])
  const [isOpen, setOpen] = useState(false)
  useCommands(
    can(imports.list)
      ? [{ name: 'Import file', section: 'On this page', keys: 'n', run: () => setOpen(true) }]
      : [],
  )
  return (
    <ListPage
      title="Imports"
      site={useWorkspaceName(slug)}
      actions={
        <Button look="primary" why={why(imports.upload)} onClick={() => setOpen(true)}>
          <FileUp aria-hidden size={16} />
          Import file
        </Button>
      }
      saved={{
        route: imports.list,
        call: { params, query },
        rows: 'imports',
        why: why(imports.list),
      }}
      instead={!can(imports.list) && <NoRight of={imports.list} />}
      list={list}
      reply={rows}
      filters={[
        { key: 'kind', label: 'Contents', value: kind, options: kindOptions, promoted: true },
        { key: 'state', label: 'State', value: state, options: stateOptions, promoted: true },
      ]}
      caption={search.sort ? 'Imported files' : 'Imported files, newest first'}
      table={{ columns }}
      rowId={({ id }) => id}
      noMatch="No files match the filter"
      none={
        <EmptyState title="No imports yet">
          Import products first, then locations, then opening stock. Each file is checked before
          anything changes, and can be undone.
        </EmptyState>
      }
    >
      {isOpen && (
        <Suspense fallback={null}>
          <UploadDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </ListPage>
  )
}
