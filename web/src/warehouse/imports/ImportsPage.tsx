import {
  importKinds,
  imports,
  importStates,
  type ImportJob,
} from '@stowage/contract/warehouse/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { load } from '../../api.ts'
import { formatCount, formatEvent } from '../../format.ts'
import { DataTable, type Column } from '../../parts/DataTable.tsx'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { FilterBar } from '../../parts/FilterBar.tsx'
import { useCommands } from '../../parts/keys.ts'
import { KeysetPager } from '../../parts/KeysetPager.tsx'
import { ListError } from '../../parts/ListError.tsx'
import { Link } from '../../parts/Link.tsx'
import { useList } from '../../parts/list.ts'
import { Page } from '../../parts/Page.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { NoRight } from '../../workspace/NoRight.tsx'
import type { WorkspacePaths } from '../../workspace/paths.ts'
import { useCan } from '../../workspace/rights.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'
import { kindWords, nameOf, stateLooks, stateWords } from './words.ts'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))
const route = getRouteApi('/$platform/app/imports')

const columnsOf = (to: WorkspacePaths): Column<ImportJob>[] => [
  {
    header: 'File',
    cell: (row) => (
      <Link href={to.import(row.id)} className="link wrap-anywhere">
        {nameOf(row)}
      </Link>
    ),
  },
  { header: 'Holds', wide: true, cell: ({ kind }) => kindWords[kind] },
  { header: 'Rows', align: 'end', cell: ({ rowsTotal }) => formatCount(rowsTotal) },
  {
    header: 'Applied',
    wide: true,
    align: 'end',
    cell: ({ rowsApplied }) => formatCount(rowsApplied),
  },
  { header: 'Failed', align: 'end', cell: ({ rowsFailed }) => formatCount(rowsFailed) },
  {
    header: 'By',
    wide: true,
    cell: ({ createdBy }) => <span className="wrap-anywhere">{createdBy.name ?? '-'}</span>,
  },
  { header: 'When', sort: 'createdAt', cell: ({ createdAt }) => formatEvent(createdAt) },
  {
    header: 'State',
    cell: ({ state }) => <StateBadge state={stateLooks[state]}>{stateWords[state]}</StateBadge>,
  },
]

const kindOptions = importKinds.map((value) => ({ value, label: kindWords[value] }))
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
    enabled: isKnown && can('import.run'),
  })
  const columns = useMemo(() => columnsOf(to), [to])
  const [isOpen, setOpen] = useState(false)
  useCommands(
    can('import.run')
      ? [{ name: 'Import a file', section: 'On this page', keys: 'n', run: () => setOpen(true) }]
      : [],
  )
  const begin = (
    <Button look="primary" why={why('import.run')} onClick={() => setOpen(true)}>
      <FileUp aria-hidden size={16} />
      Import a file
    </Button>
  )
  return (
    <Page
      title="Imports"
      site={useWorkspaceName(slug)}
      actions={
        <>
          <ExportButton
            route={imports.list}
            call={{ params, query }}
            rows="imports"
            reply={rows.data}
            why={why('import.run')}
          />
          {begin}
        </>
      }
    >
      {!can('import.run') ? (
        <NoRight needs="import.run" />
      ) : (
        <>
          <FilterBar
            filters={[
              { key: 'kind', label: 'Holds', value: kind, options: kindOptions, promoted: true },
              { key: 'state', label: 'State', value: state, options: stateOptions, promoted: true },
            ]}
            onChange={list.filter}
          />
          {rows.error && (
            <ListError
              error={rows.error}
              onRetry={() => void rows.refetch()}
              onStart={list.pager.onStart}
            />
          )}
          {!(rows.error && !rows.data) && (
            <DataTable
              caption={
                search.sort
                  ? 'Files that were read in'
                  : 'Files that were read in, the newest first'
              }
              columns={columns}
              sorting={list.sorting}
              rows={rows.data?.items}
              rowId={({ id }) => id}
              busy={rows.isPlaceholderData}
              empty={
                kind || state ? (
                  <EmptyState
                    title="No files match the filter"
                    action={
                      <Button onClick={() => list.filter({ kind: undefined, state: undefined })}>
                        Clear filters
                      </Button>
                    }
                  />
                ) : (
                  <EmptyState title="No file was read in yet">
                    Bring in products first, then locations, then what lies where. Each file is
                    checked row by row before anything is changed, and can be undone.
                  </EmptyState>
                )
              }
              pager={<KeysetPager reply={rows.data} busy={rows.isFetching} {...list.pager} />}
            />
          )}
        </>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <UploadDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
