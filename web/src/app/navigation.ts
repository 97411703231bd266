import { areaOf } from './paths.ts'

type Options = {
  replace?: boolean
  /** It is the open page at another address: what one looks at stays where it is. */
  isSamePage?: boolean
}

/** How a document moves between its pages. */
type Navigation = {
  usePathname: () => string
  /** The workspace of the open page. */
  usePlatform: () => string
  /** The warehouse in the address of the open page. */
  useWh: () => string | undefined
  open: (href: string, options: Options) => void
  /** Fetches the code of a page that may be opened soon. */
  preload: (href: string) => void
}

let own: Navigation

/**
 * The application moves by its router, the floor by itself (`floor/frame/navigation.tsx`). What both of them show uses
 * these functions, so the floor loads no router.
 */
export function navigateBy(navigation: Navigation) {
  own = navigation
}

export const usePathname = () => own.usePathname()
export const usePlatform = () => own.usePlatform()
export const useWh = () => own.useWh()
export const preload = (href: string) => own.preload(href)

/** Checks whether both addresses are pages of the same document. */
export const isSameDocument = (one: string, other: string) => areaOf(one) === areaOf(other)

/** Opens a page, from `paths`. */
export function go(href: string, options: Options = {}): void {
  const { pathname } = new URL(href, location.origin)
  if (options.isSamePage || isSameDocument(pathname, location.pathname)) own.open(href, options)
  else if (options.replace) location.replace(href)
  else location.assign(href)
}

/** The address of the open page with another search. */
export function hereWith(change: (search: URLSearchParams) => void): string {
  const url = new URL(location.href)
  change(url.searchParams)
  return url.pathname + url.search + url.hash
}
