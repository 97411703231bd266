import { lazy } from 'react'
import { workspacePage } from '../../app/workspace-page.ts'

/* The floor has few pages and fills the screen with each: an address, and the page it opens. */

const loaders = new Map([
  ['floor', () => import('./FloorPage.tsx')],
  ['floor/pick', () => import('../pick/PickPage.tsx')],
  ['floor/pack', () => import('../pack/FloorPackPage.tsx')],
  ['floor/load', () => import('../load/FloorLoadPage.tsx')],
  ['floor/return', () => import('../return/FloorReturnPage.tsx')],
  ['floor/move', () => import('../move/FloorMovePage.tsx')],
  ['floor/receive', () => import('../receive/FloorReceivePage.tsx')],
  ['floor/look-up', () => import('../look-up/FloorLookUpPage.tsx')],
])
const pages = new Map(
  [...loaders].map(([page, load]) => {
    const Page = lazy(load)
    return [page, <Page key={page} />]
  }),
)
export const floorPages = [...loaders.keys()]

const pageOf = (pathname: string) => workspacePage(pathname)?.replace(/\/$/, '') ?? ''

/** The page of an address; undefined where there is none. */
export const pageAt = (pathname: string) => pages.get(pageOf(pathname))

/** Fetches the code of a page. What could not be had is fetched again when the page is drawn. */
export const preloadPage = (pathname: string) =>
  loaders
    .get(pageOf(pathname))?.()
    .catch(() => {}) ?? Promise.resolve()
