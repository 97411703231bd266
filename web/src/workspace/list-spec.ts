import type { ImportKind } from '@stowage/contract/import-kinds'
import type { TableName } from '@stowage/contract/platforms/table-settings'
import type { Reply, Route } from '@stowage/contract/route'
import type { RegisteredRouter, RouteById, RouteIds } from '@tanstack/react-router'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Column } from '../parts/DataTable.tsx'
import type { Filter } from '../parts/FilterBar.tsx'
import type { PageReply, useList } from '../parts/list.ts'
import type { ListPage } from '../parts/ListPage.tsx'
import type { ReadPage } from '../parts/selected.ts'
import type { Selection } from '../parts/selection.ts'
import type { WorkspacePaths } from './paths.ts'
import type { Guarded, useCan } from './rights.ts'
import type { useTimes } from './times.ts'

/* What a list is declared with, see `listPage`. */

/** A route that returns a list in pages, in an order that can be chosen. */
export type ListRoute = Route &
  Guarded & {
    readonly query: { shape: { sort: { parse: (nothing: undefined) => string } } }
  }

export type Row<R extends Route> =
  Reply<R> extends { items: readonly (infer One extends object)[] } ? One : never

/** Query parameter of the route. */
type Key<R extends Route> = keyof z.input<R['query']> & string

/** Search parameters of every list. */
export type Searched = Parameters<typeof useList>[1] & { q?: string | undefined }

type Tree = RegisteredRouter['routeTree']
export type PageId = RouteIds<Tree>

/** Search parameters of a page. */
export type SearchOf<Id extends PageId> = RouteById<Tree, Id>['types']['fullSearchSchema']

/** Parameters in the address of a page. */
export type ParamsOf<Id extends PageId> = RouteById<Tree, Id>['types']['allParams']

/** Data known before the rows are loaded. */
type Around<S> = ReturnType<typeof useCan> &
  ReturnType<typeof useTimes> & {
    slug: string
    paths: WorkspacePaths
    search: S
    /** The warehouse one works in; undefined for all of them. */
    warehouse: string | undefined
  }

/** All that a part of the page can depend on. */
export type ListAt<R extends Route, S, Given> = Around<S> & {
  given: Given
  rows: readonly Row<R>[]
  reply: (PageReply & { items: readonly Row<R>[] }) | undefined
  isOld: boolean
  list: ReturnType<typeof useList>
  selection: Selection
  read: ReadPage<Row<R>>
  /** True if a saved view is open, which is not one of the views beside the title. */
  isSaved: boolean
  /** The button of `create`. */
  created: ReactNode
}

/**
 * Values that cells need besides the row. Their identity changes only with a value, which preserves the
 * table.
 */
type Tools = Pick<ReturnType<typeof useTimes>, 'zone' | 'show' | 'brief'> & {
  paths: WorkspacePaths
  /** True if the rows are of several warehouses. Each row then shows its warehouse. */
  isOfAll: boolean
  /** When the rows were read, where `isAged`; else 0. */
  readAt: number
}

type Options = Filter['options']

/**
 * A filter, whose value is in the address under its key. One with `linked` was set on another page and can only be taken
 * away: it finds its words in the first row.
 */
export type ListFilter<R extends Route, At> = {
  key: Key<R>
  label: string
  none?: string
  promoted?: true
  /** The value that narrows nothing. */
  usual?: string
} & (
  | { options: Options | ((at: At) => Options); when?: (at: At) => boolean }
  | { linked: (first: Row<R> | undefined, value: string) => string | undefined }
)

type Page = ComponentProps<typeof ListPage>
/** Parts that a page builds with its own hooks. */
export type Parts = Partial<
  Pick<Page, 'actions' | 'menu' | 'filters' | 'moreFilters' | 'below' | 'aside' | 'instead'>
> & {
  /** For the rows that are marked, and what came of it. */
  selected?: { actions?: ReactNode; problem?: ReactNode }
  /** Layers of the page. */
  children?: ReactNode
}

/** The menu of each row, why a step was refused, and the dialog of a step. */
export type RowMenu<Row> = {
  menu: (row: Row) => ReactNode
  problem: ReactNode
  dialog: ReactNode
}

type EmptyWords = { title: string; text?: ReactNode; action?: ReactNode }

/** The name of its table, by which members arrange it and save views; that of a list which they cannot arrange is its rows. */
type Named = { name: TableName; isFixed?: never } | { name: string; isFixed: true }

export type Spec<R extends ListRoute, Id extends PageId, Given, S = SearchOf<Id>> = Named & {
  page: Id
  route: R
  /** Name under which this browser stores the page size, if not `name`. */
  lengthOf?: string
  /** Plural noun of the rows, ending in s; `name` by default. */
  rows?: string
  title: string
  tabs?: (at: ListAt<R, S, Given>) => ReactNode
  /** The primary action where it is a page, or the form of a record in a dialog. */
  create?: {
    name: string
    why: (can: ReturnType<typeof useCan>) => string | undefined
    keys?: string
  } & (
    | { href: (paths: WorkspacePaths) => string }
    | { form: ComponentType<{ onClose: () => void }>; href?: never }
  )
  actions?: (at: ListAt<R, S, Given>) => ReactNode
  /** The kind of file that its rows are imported from. */
  imported?: ImportKind
  /** Where it is searched: the words in the field, or all of it. */
  search?: string | NonNullable<Page['search']>
  filters?: readonly ListFilter<R, ListAt<R, S, Given>>[]
  /** Parts of the address that narrow the list without a filter that says so, such as its view. */
  also?: readonly Key<R>[]
  /** Parts of the query that the address has in other words. */
  query?: (search: S) => Partial<z.input<R['query']>>
  /**
   * Reads further data for cells or filters with hooks. The result must keep its identity until a value
   * changes.
   */
  useGiven?: (around: Around<S>) => Given
  columns: (tools: Tools, given: Given) => readonly Column<Row<R>>[]
  /** Cells say how old something is. */
  isAged?: true
  rowId?: (row: Row<R>) => string
  details?: (row: Row<R>, at: ListAt<R, S, Given>) => ReactNode
  /** Rows can be marked: what each is called, and what can be done with them. */
  selected?: {
    name: (row: Row<R>) => string
    actions?: (at: ListAt<R, S, Given>) => ReactNode
    /** Belongs to the query of the file of rows marked one by one. */
    picked?: Partial<z.input<R['query']>>
  }
  /** The steps of a row, see `useRowSteps`. */
  useRowMenu?: (rows: readonly Row<R>[]) => RowMenu<Row<R>>
  useParts?: (at: ListAt<R, S, Given>) => Parts
  /** Caption that applies to all rows. */
  caption: string | ((at: { sort: string | undefined; zone: string }) => string)
  fallback?: string
  noMatch: string | ((q: string | undefined) => string)
  none: EmptyWords | ((at: ListAt<R, S, Given>) => EmptyWords)
}
