import type { Route } from '@stowage/contract/route'
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { More } from '../ui/More.tsx'
import { DataTable, sortableOf, type Column } from './DataTable.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ExportButton } from './ExportButton.tsx'
import { countedRows, type ExportOf } from './export-of.ts'
import { FilterBar, type Filter } from './FilterBar.tsx'
import { KeysetPager } from './KeysetPager.tsx'
import type { PageReply, useList } from './list.ts'
import { ListError } from './ListError.tsx'
import { MenuEntry } from './MenuEntry.tsx'
import { Page } from './Page.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { Selection } from './selection.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { SortChoice } from './sorting.tsx'
import { useNarrow } from '../ui/wide.ts'

const ExportDialog = lazy(async () => ({
  // `lazy` keeps no parameters of types; the props of the page are checked instead.
  default: (await import('./ExportDialog.tsx')).ExportDialog<Route>,
}))

type Table<Row extends object> = ComponentProps<typeof DataTable<Row>>

type Props<Row extends object, R extends Route> = {
  title: string
  site: string
  /** The views it is one of, beside the title. */
  tabs?: ReactNode
  /** The primary action, and at most one more. */
  actions?: ReactNode
  /** Entries for everything else that can be done here. */
  menu?: ReactNode
  /** How the list is saved as a file; `picked` belongs to the call for rows marked one by one. */
  saved: Pick<ExportOf<R>, 'route' | 'call' | 'rows' | 'why'> & { picked?: object }
  list: Pick<ReturnType<typeof useList>, 'filter' | 'pager' | 'sorting'>
  reply: {
    data: (PageReply & { items: readonly Row[] }) | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** Error message if the server sent none. */
  fallback?: string
  search?: { label: string; placeholder?: string; command: string }
  q?: string | undefined
  filters: readonly Filter[]
  /** After the filters, and below them. */
  moreFilters?: ReactNode
  below?: ReactNode
  /** Beside the list where there is room, and on a phone behind its name. */
  aside?: { name: string; content: ReactNode }
  /** Stands for the list: no right to it, or nothing it could be of. */
  instead?: ReactNode
  /** Caption that applies to all rows; below them too, unless it is only the title. */
  caption: string
  table: Pick<Table<Row>, 'columns' | 'onNoRoom' | 'waits'> & {
    tools?: ReactNode
    /** Saved views, after the tabs. */
    views?: ReactNode
  }
  rowId: (row: Row) => string
  details?: Table<Row>['details']
  selection?: Selection
  /** Which row a box belongs to, and what can be done with all that are marked. */
  selectionOf?: { name: (row: Row) => string; actions?: ReactNode; problem?: ReactNode }
  /** No row matches the filter. */
  noMatch: string
  /** There is no row at all. */
  none: ReactNode
  /** Layers of the page. */
  children?: ReactNode
}

/** A page that is one list: title and actions, filters, rows, and where one is in them. */
export function ListPage<Row extends object, R extends Route>(props: Props<Row, R>) {
  const { list, reply, filters, q = '', saved, selection, selectionOf, instead, aside } = props
  const [isSaving, setSaving] = useState(false)
  const { data, error } = reply
  const narrow = useNarrow()
  const { route, rows, why, picked, ...of } = saved
  const exported = { route, rows, reply: data }
  const isNarrowed = q !== '' || filters.some(({ value }) => value)
  const nothing = Object.fromEntries(
    ['q', ...filters.map(({ key }) => key)].map((key) => [key, undefined]),
  )
  const { query = {} } = of.call as { query?: { sort?: unknown } }
  const ofMarked = selection?.isAll
    ? of.call
    : {
        ...of.call,
        query: { ids: [...(selection?.chosen ?? [])].join(','), sort: query.sort, ...picked },
      }
  const { tools, views, ...table } = props.table
  const sorting = list.sorting
  const content = instead || (
    <div className="min-w-0">
      <FilterBar
        q={q}
        filters={filters}
        onChange={list.filter}
        more={
          <>
            {sorting && narrow !== false && (
              <SortChoice
                sortable={sortableOf(table.columns as readonly Column<never>[])}
                sorting={sorting}
                isDrawn={narrow === undefined}
              />
            )}
            {props.moreFilters}
          </>
        }
        end={
          <>
            {data && data.total !== null && (
              <span className="text-muted tabular-nums max-sm:hidden">
                {countedRows(rows, data)}
              </span>
            )}
            {tools}
          </>
        }
      >
        {props.search && (
          <SearchBox
            {...props.search}
            q={q}
            scan
            onChange={(text) => list.filter({ q: text || undefined })}
          />
        )}
      </FilterBar>
      {props.below}
      {error !== null && (
        <ListError
          error={error}
          fallback={props.fallback}
          onRetry={() => void reply.refetch()}
          onStart={list.pager.onStart}
        />
      )}
      {!(error && !data) && (
        <>
          {selection && (
            <SelectionBar selection={selection}>
              <ExportButton {...exported} call={ofMarked as typeof of.call} selection={selection} />
              {selectionOf?.actions}
            </SelectionBar>
          )}
          {selectionOf?.problem}
          <DataTable
            caption={props.caption}
            hideCaption
            {...table}
            sorting={sorting}
            rows={data?.items}
            rowId={props.rowId}
            busy={reply.isPlaceholderData}
            {...(selection &&
              selectionOf && { selection: { ...selection, name: selectionOf.name } })}
            {...(props.details && { details: props.details })}
            pager={
              <KeysetPager
                {...list.pager}
                reply={data}
                busy={reply.isFetching}
                note={props.caption !== props.title && props.caption}
              />
            }
            empty={
              isNarrowed ? (
                <EmptyState
                  title={props.noMatch}
                  action={<Button onClick={() => list.filter(nothing)}>Clear filters</Button>}
                />
              ) : (
                props.none
              )
            }
          />
        </>
      )}
    </div>
  )
  return (
    <Page
      isList
      title={props.title}
      site={props.site}
      tabs={
        <>
          {props.tabs}
          {!instead && views}
        </>
      }
      actions={
        <>
          {props.actions}
          <More label="More actions">
            {props.menu}
            <MenuEntry why={why} onClick={() => setSaving(true)}>
              Export
            </MenuEntry>
          </More>
        </>
      }
    >
      {aside && !instead ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-1 lg:grid-cols-[220px_minmax(0,1fr)]">
          {narrow ? (
            <details className="card px-3 text-sm open:pb-3">
              <summary className="py-2">{aside.name}</summary>
              {aside.content}
            </details>
          ) : (
            aside.content
          )}
          {content}
        </div>
      ) : (
        content
      )}
      {isSaving && (
        <Suspense>
          <ExportDialog
            {...({ ...exported, call: of.call } as unknown as ExportOf<Route>)}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      )}
      {props.children}
    </Page>
  )
}
