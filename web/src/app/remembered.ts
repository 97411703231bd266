import { isDashboard } from './paths.ts'

const key = 'stowage.origin'

/** Reasons for which the page was left: the session ended, or the server did not say who is signed in. */
type Why = 'ended' | 'unreachable'
type Remembered = { path: string; account: string; why: Why }

/**
 * The address when it lies in the dashboard, else undefined: a crafted one must never lead
 * elsewhere after signing in.
 */
export function dashboardPath(path: string, origin: string): string | undefined {
  if (!/^\/(?![/\\])/.test(path) || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  if (url.origin !== origin) return undefined
  const inside = url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/')
  return inside ? url.pathname + url.search : undefined
}

/** Keeps the page now open, for this tab, so signing in again leads back to it. */
export function rememberPage(account: string, why: Why = 'ended') {
  if (!isDashboard(location.pathname)) return
  const page: Remembered = { path: location.pathname + location.search, account, why }
  sessionStorage.setItem(key, JSON.stringify(page))
}

export function rememberedPage(): Remembered | undefined {
  const stored = sessionStorage.getItem(key)
  if (!stored) return undefined
  const page = JSON.parse(stored) as Remembered
  const path = dashboardPath(page.path, location.origin)
  return path === undefined ? undefined : { ...page, path }
}

/** The page to open for this account after signing in, once; undefined when there is none. */
export function takeRememberedPage(account: string): string | undefined {
  const page = rememberedPage()
  forgetPage()
  return page && (page.account === '' || page.account === account) ? page.path : undefined
}

export const forgetPage = () => sessionStorage.removeItem(key)
