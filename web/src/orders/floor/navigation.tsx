import {
  createContext,
  lazy,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { navigateBy } from '../../app/navigation.ts'
import { workspacePage } from '../../app/workspace-page.ts'
import { parseSearch } from '../../app/search.ts'

/* The floor has few pages and fills the screen with each: an address, and the page it opens. */

const loaders = new Map([
  ['floor', () => import('./FloorPage.tsx')],
  ['floor/pick', () => import('./PickPage.tsx')],
  ['floor/pack', () => import('./FloorPackPage.tsx')],
  ['floor/load', () => import('./FloorLoadPage.tsx')],
  ['floor/return', () => import('./FloorReturnPage.tsx')],
  ['floor/move', () => import('./FloorMovePage.tsx')],
  ['floor/receive', () => import('./FloorReceivePage.tsx')],
  ['floor/look-up', () => import('./FloorLookUpPage.tsx')],
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

type Place = { pathname: string; search: string }
const here = (): Place => ({ pathname: location.pathname, search: location.search })

const PlaceContext = createContext<Place>({ pathname: '', search: '' })
let move = () => {}

/** Knows the address for everything inside. A page stays until the next one can take its place. */
export function PlaceProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(here)
  useEffect(() => {
    move = () => startTransition(() => setPlace(here()))
    window.addEventListener('popstate', move)
    return () => window.removeEventListener('popstate', move)
  }, [])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

const usePlace = () => useContext(PlaceContext)

/** What the address says to its page, which names it with `searchOf`. */
export function useSearchOf<Search>(page: { parse: (raw: unknown) => Search }): Search {
  const { search } = usePlace()
  return useMemo(() => page.parse(parseSearch(search)), [page, search])
}

/** Lets all that the floor shows move by this. */
export const navigateOnFloor = () =>
  navigateBy({
    usePathname: () => usePlace().pathname,
    usePlatform: () => decodeURIComponent(usePlace().pathname.split('/')[1] ?? ''),
    useWh: () => parseSearch(usePlace().search)['wh'],
    open: (href, { replace = false }) => {
      history[replace ? 'replaceState' : 'pushState'](null, '', href)
      move()
    },
    preload: (href) => void preloadPage(new URL(href, location.origin).pathname),
  })
