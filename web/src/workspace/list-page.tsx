import type { TableName } from '@stowage/contract/platforms/table-settings'
import type { Route } from '@stowage/contract/route'
import type { imports } from '@stowage/contract/workspace/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { load, send } from '../app/api.ts'
import type { CallOf } from '../app/transport.ts'
import { actions } from '../parts/columns.tsx'
import type { Column } from '../parts/DataTable.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { useCommands } from '../parts/keys.ts'
import { LinkButton } from '../parts/LinkButton.tsx'
import { useList } from '../parts/list.ts'
import { ListPage } from '../parts/ListPage.tsx'
import { MenuEntry } from '../parts/MenuEntry.tsx'
import { type ReadPage, wholePage } from '../parts/selected.ts'
import { useSelection } from '../parts/selection.ts'
import { Button } from '../ui/Button.tsx'
import { filterOf, partOf } from './list-filters.ts'
import type {
  ListAt,
  ListRoute,
  PageId,
  Parts,
  Row,
  Searched,
  SearchOf,
  Spec,
} from './list-spec.ts'
import { useWorkspaceName } from './member.ts'
import { NoRight } from './NoRight.tsx'
import { useCan, type Guarded } from './rights.ts'
import { useListTable } from './saved-views/use-list-table.tsx'
import { useSite } from './site.ts'
import { useTimes } from './times.ts'
import { usePaths, useSlug } from './warehouses.ts'

const nothing = () => undefined as never
const noParts = (): Parts => ({})
const noMenu = () => undefined
/** The table of a list that members cannot arrange. */
const useFixed = <T,>(_: TableName, columns: readonly Column<T>[]) => ({
  columns,
  openView: undefined,
})

/**
 * Declares the page of a list: it asks the route for what the address says, no more than its filters, its search and
 * `also` name. What is really different is a ListPage with hooks of its own.
 */
export const listPage = <R extends ListRoute, const Id extends PageId, Given = undefined>(
  spec: Spec<R, Id, Given>,
) =>
  function List() {
    return <Listed spec={spec} />
  }

function Listed<R extends ListRoute, Id extends PageId, Given>({
  spec,
}: {
  spec: Spec<R, Id, Given>
}) {
  type S = SearchOf<Id>
  const { route, name, rows: words = name, filters = [], selected } = spec
  const { useGiven = nothing, useParts = noParts, useRowMenu = noMenu } = spec
  const useTable = spec.isFixed ? useFixed<Row<R>> : useListTable<Row<R>>
  const slug = useSlug()
  const paths = usePaths()
  // The router's types want to know which page it is.
  const search = useSearch({ from: spec.page } as never) as S & Searched
  const { id: warehouse, warehouse: site } = useSite()
  const times = useTimes()
  const rights = useCan()
  const list = useList(spec.lengthOf ?? name, search, route)
  const around = { ...rights, ...times, slug, paths, search, warehouse }
  const given = useGiven(around)

  const keys = [
    ...filters.map(({ key }) => key),
    ...(spec.also ?? []),
    ...(spec.search ? ['q'] : []),
  ]
  const narrowed = {
    ...('warehouse' in route.query.shape && { warehouse }),
    ...Object.fromEntries(keys.map((key) => [key, partOf(search, key)])),
    ...spec.query?.(search),
  }
  const query = { ...narrowed, sort: search.sort }
  // Keys and values come from the query of the route, which the types of the contract can't follow here.
  const callOf = (more: object) =>
    ({ params: { slug }, query: { ...query, ...more } }) as unknown as CallOf<R>
  const whyNot = rights.why<Route & Guarded>(route)
  const found = useQuery({
    ...load<R>(route, callOf(list.page)),
    placeholderData: keepPreviousData,
    enabled: whyNot === undefined,
  })
  const { error, isFetching, isPlaceholderData, refetch } = found
  const reply = found.data as ListAt<R, S, Given>['reply']
  const rowId = spec.rowId ?? ((row: Row<R>) => (row as { id: string }).id)
  const selection = useSelection(reply?.items.map(rowId) ?? [], JSON.stringify(narrowed), reply)
  const { zone, show, brief } = times
  const readAt = spec.isAged ? found.dataUpdatedAt : 0
  const isOfAll = site === undefined
  const tools = useMemo(
    () => ({ paths, zone, show, brief, isOfAll, readAt }),
    [paths, zone, show, brief, isOfAll, readAt],
  )
  const columns = useColumnsOf(spec.columns, tools, given)
  const { openView, ...table } = useTable(name as TableName, columns)
  const rowMenu = useRowMenu(reply?.items ?? [])

  const { create } = spec
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const href = create?.href?.(paths)
  const whyNotCreate = create?.why(rights)
  const Form = create && 'form' in create ? create.form : undefined
  useCommands(
    create?.keys && whyNotCreate === undefined
      ? [
          {
            name: create.name,
            section: 'On this page',
            keys: create.keys,
            run: () => (href === undefined ? setCreating(true) : void navigate({ href })),
          },
        ]
      : [],
  )
  const at: ListAt<R, S, Given> = {
    ...around,
    given,
    rows: reply?.items ?? [],
    reply,
    isOld: isPlaceholderData,
    list,
    selection,
    read: async (cursor) =>
      (await send(route, callOf({ ...wholePage, cursor }))) as Awaited<
        ReturnType<ReadPage<Row<R>>>
      >,
    isSaved: openView !== undefined,
    created:
      create &&
      (href === undefined ? (
        <Button look="primary" why={whyNotCreate} onClick={() => setCreating(true)}>
          {create.name}
        </Button>
      ) : (
        <LinkButton look="primary" href={href} why={whyNotCreate}>
          {create.name}
        </LinkButton>
      )),
  }
  const { selected: marked, instead, children, menu, ...parts } = useParts(at)
  const none = typeof spec.none === 'function' ? spec.none(at) : spec.none
  return (
    <ListPage<Row<R>, R>
      title={spec.title}
      site={useWorkspaceName(slug)}
      tabs={spec.tabs?.(at)}
      actions={spec.actions?.(at) ?? at.created}
      saved={{
        route,
        call: callOf({}),
        rows: words,
        why: whyNot,
        ...(selected?.picked && { picked: selected.picked }),
      }}
      instead={whyNot === undefined ? instead : <NoRight of={route} />}
      list={list}
      reply={{ data: reply, error, isFetching, isPlaceholderData, refetch }}
      fallback={spec.fallback ?? `Couldn’t load ${words}`}
      {...(spec.search && {
        search:
          typeof spec.search === 'string'
            ? { label: 'Search', placeholder: spec.search, command: `Search ${words}` }
            : spec.search,
      })}
      q={search.q}
      filters={filters.flatMap((filter) => filterOf(filter, at))}
      caption={
        typeof spec.caption === 'string' ? spec.caption : spec.caption({ sort: search.sort, zone })
      }
      table={rowMenu ? { ...table, columns: [...table.columns, actions(rowMenu.menu)] } : table}
      rowId={rowId}
      {...(spec.details && { details: (row: Row<R>) => spec.details?.(row, at) })}
      {...(selected && {
        selection,
        selectionOf: { name: selected.name, actions: selected.actions?.(at), ...marked },
      })}
      noMatch={typeof spec.noMatch === 'function' ? spec.noMatch(search.q) : spec.noMatch}
      none={
        <EmptyState title={none.title} action={none.action}>
          {none.text}
        </EmptyState>
      }
      {...(rowMenu && { below: rowMenu.problem })}
      menu={
        <>
          {menu}
          {spec.imported && (
            <MenuEntry
              href={paths.imports({ upload: spec.imported })}
              why={rights.whyTo<typeof imports.upload>('import.run')}
            >
              Import
            </MenuEntry>
          )}
        </>
      }
      {...parts}
    >
      {children}
      {rowMenu?.dialog}
      <Suspense>{Form && isCreating && <Form onClose={() => setCreating(false)} />}</Suspense>
    </ListPage>
  )
}

/** In a hook of its own: what these columns are made of is not changed by what comes after them. */
const useColumnsOf = <T, Given, C>(
  columnsOf: (tools: T, given: Given) => C,
  tools: T,
  given: Given,
): C => useMemo(() => columnsOf(tools, given), [columnsOf, tools, given])
