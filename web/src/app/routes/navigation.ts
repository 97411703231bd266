import { getRouteApi, useLocation, type AnyRouter } from '@tanstack/react-router'
import { navigateBy } from '../navigation.ts'
import { parseSearch } from '../search.ts'

const workspace = getRouteApi('/$platform/app')

/** Lets the application move by its router. */
export const navigateByRouter = (router: AnyRouter) =>
  navigateBy({
    usePathname: () => useLocation({ select: ({ pathname }) => pathname }),
    usePlatform: () => workspace.useParams({ select: ({ platform }) => platform }),
    useWh: () => workspace.useSearch({ select: ({ wh }) => wh }),
    open: (href, { replace = false, isSamePage = false }) =>
      void router.navigate({ href, replace, resetScroll: !isSamePage }),
    preload: (href) => {
      const { pathname, search } = new URL(href, location.origin)
      router.preloadRoute({ to: pathname, search: parseSearch(search) }).catch(() => {})
    },
  })
