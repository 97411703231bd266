import type { TableName } from '@stowage/contract/platforms/table-settings'
import { savedViews, type SavedView } from '@stowage/contract/workspace/saved-views'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useMatch, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { load } from '../../app/api.ts'
import { workspacePage } from '../../app/workspace-page.ts'
import { usePaths, useSlug } from '../warehouses.ts'
import { queryOf } from './query-of.ts'

/** A list with its saved views, and the one that is open. */
export type Saved = {
  screen: TableName
  views: readonly SavedView[]
  open: SavedView | undefined
  /** Filters, search and sort of the list now. */
  query: Record<string, string>
  /** The address of the list with a view. */
  addressOf: (view: Pick<SavedView, 'id' | 'query'>) => string
}

/**
 * Reads the saved views of the list on this page. Entered without filters, the list opens with the default view
 * of the member.
 */
export function useSavedView(screen: TableName): Saved {
  const slug = useSlug()
  const paths = usePaths()
  const page = useMatch({ strict: false, select: ({ pathname }) => workspacePage(pathname) ?? '' })
  // The address itself: a page adds the defaults of its filters.
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const { data } = useQuery({
    ...load(savedViews.list, { params: { slug }, query: { screen } }),
    staleTime: 60_000,
  })
  const query = queryOf(search)
  const views = data?.items ?? []
  const open = views.find(({ id }) => id === search['saved'])
  const isPlain = Object.keys(query).length === 0 && search['saved'] === undefined
  const usual = views.find(({ isDefault }) => isDefault)
  const hasEntered = useRef(!isPlain)
  useEffect(() => {
    if (data === undefined || hasEntered.current) return
    hasEntered.current = true
    if (usual && isPlain)
      void navigate({
        to: '.',
        search: (now: object) => ({ ...now, ...usual.query, saved: usual.id }) as never,
        replace: true,
      })
  }, [data, usual, isPlain, navigate])
  return {
    screen,
    views,
    open,
    query,
    addressOf: (view) => paths.at(page, { ...view.query, saved: view.id }),
  }
}
