import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { navigateBy } from '../../app/navigation.ts'
import { parseSearch } from '../../app/search.ts'

type PageAddress = { pathname: string; search: string }
const here = (): PageAddress => ({ pathname: location.pathname, search: location.search })

const PlaceContext = createContext<PageAddress>({ pathname: '', search: '' })
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

/** Parses the search of the address with the page's `searchOf`. */
export function useSearchOf<Search>(page: { parse: (raw: unknown) => Search }): Search {
  const { search } = usePlace()
  return useMemo(() => page.parse(parseSearch(search)), [page, search])
}

/** Lets all that the floor shows move by this. `preload` fetches the code of the page of an address. */
export const navigateOnFloor = (preload: (pathname: string) => void) =>
  navigateBy({
    usePathname: () => usePlace().pathname,
    usePlatform: () => decodeURIComponent(usePlace().pathname.split('/')[1] ?? ''),
    useWh: () => parseSearch(usePlace().search)['wh'],
    open: (href, { replace = false }) => {
      history[replace ? 'replaceState' : 'pushState'](null, '', href)
      move()
    },
    preload: (href) => preload(new URL(href, location.origin).pathname),
  })
