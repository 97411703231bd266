import { profile } from '@stowage/contract/identity/profile'
import { resolve } from '@stowage/contract/platforms/resolve'
import type { Route } from '@stowage/contract/route'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { load, queryClient } from '../api.ts'
import { keepMailedToken } from '../../identity/mailed-token.ts'
import { paths } from '../paths.ts'
import { addressOf } from '../transport.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { marks } from './marks.ts'
import { screens, type Screen } from './screens.tsx'

const { slug } = marks

/** What the build writes into the document of one address. */
export type Drawn = {
  /** The modules it cannot do without, below web/. */
  modules: readonly string[]
  /** Who sees what is drawn; `everybody` sees it without a script. */
  for: Screen['for']
  needs?: Screen['needs']
  /** What is seen before the application has come, as HTML. */
  html: string | undefined
  /** Addresses of the calls that the page begins with, and those that depend on the search of its own. */
  reads: string[]
  lists: string[]
}

/** The document of every address that has one of its own; `_` is any segment. */
export async function drawDocuments(): Promise<Map<string, Drawn>> {
  // Who is signed in; what is drawn says the marks instead of their names.
  const person = { ...marks, id: '-', emailVerified: true }
  localStorage.setItem('user', JSON.stringify(person))
  localStorage.setItem('tenantUser', JSON.stringify(person))
  // Who opens the page has followed a mailed link.
  keepMailedToken(paths.resetPassword, 'mailed')
  const drawn = new Map<string, Drawn>()
  for (const [address, screen] of Object.entries(screens))
    drawn.set(address, { ...screen, ...(await draw(address, screen)) })
  return drawn
}

async function draw(address: string, screen: Screen) {
  queryClient.clear()
  const html = screen.page && (await render(address, screen, screen.page))
  const asked = queryClient
    .getQueryCache()
    .getAll()
    // Held back until the rights are known, by the page as well.
    .filter(({ options }) => !('enabled' in options) || options.enabled !== false)
    .map(({ queryKey }) => queryKey as [string, Call])
  const begun = [...first[screen.for], ...asked]
  const addresses = (isList: boolean) => [
    ...new Set(
      begun
        .filter(([, call]) => (call.query !== undefined) === isList)
        .map(([path, call]) => addressOf({ path } as Route, call)),
    ),
  ]
  return { html, reads: addresses(false), lists: addresses(true) }
}

type Call = { params?: Record<string, string>; query?: Record<string, unknown> }

const asked = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  queryKey as unknown as [string, Call]

/** What a page asks for before it is drawn. */
const first: Record<Screen['for'], [string, Call][]> = {
  everybody: [],
  anyone: [asked(load(resolve, { params: { slug } }))],
  operator: [asked(load(profile.me, {})), asked(load(profile.preferences, {}))],
  member: [],
}

/** The routes above the page, as far as what is drawn looks at them, and the page. */
function routesOf(address: string, { shell }: Screen, page: RouteComponent) {
  const root = createRootRoute()
  let parent: AnyRoute = root
  const segments = address.replace(/^_(?=\/|$)/, '$platform').split('/')
  const at = shell ? (segments[0] === '$platform' ? 2 : 1) : 0
  for (const [index, path] of segments.slice(0, at).entries()) {
    const above = parent
    const route: AnyRoute = createRoute({
      getParentRoute: () => above,
      path,
      ...(shell && index === at - 1 && { component: shell }),
    })
    above.addChildren([route])
    parent = route
  }
  const above = parent
  const path = segments.slice(at).join('/') || '/'
  above.addChildren([createRoute({ getParentRoute: () => above, path, component: page })])
  return root
}

async function render(address: string, screen: Screen, page: RouteComponent): Promise<string> {
  const router = createRouter({
    routeTree: routesOf(address, screen, page),
    history: createMemoryHistory({
      initialEntries: [`/${address.replace(/^_/, slug)}${screen.search ?? ''}`],
    }),
    isServer: true,
  })
  await router.load()
  const html = renderToStaticMarkup(
    // Nothing would answer its fields and buttons yet.
    <fieldset disabled className="contents">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </fieldset>,
  )
  const spinner = renderToStaticMarkup(
    <div hidden data-late className="pointer-events-none fixed inset-x-0 bottom-0">
      <Spinner />
    </div>,
  )
  const picture = html
    // Where something that is loaded later will stand.
    .replace(/<!--\$!--><template[^>]*><\/template><!--\/\$-->/g, '')
    // The rail's icons would be a third of the document, and a phone shows none of them.
    .replace(/<aside.*?<\/aside>/s, (rail) => rail.replace(/(<svg[^>]*>).*?<\/svg>/gs, '$1</svg>'))
    // What opens at a press, and the edges that columns are dragged by.
    .replace(/<span[^>]*(?: popover=| aria-hidden="true")[^>]*><\/span>/g, '')
    .replace(/ popoverTarget="[^"]*"/g, '')
    // The policy lets no document say how it looks; a script of ours may.
    .replace(/ style="[^"]*"/g, '')
    // What every icon says of itself, and nobody asks.
    .replace(/ xmlns="[^"]*"|(?<= class="[^"]*)\blucide[\w-]* ?/g, '')
    // What says nothing, or only of fields one can type into, and long names that only have to differ.
    .replace(/ class=""| type="button"| (?:auto[cC]omplete|spell[cC]heck|data-scan)="[^"]*"/g, '')
    .replace(/_R_(\w+?)_(?=[-"])/g, 'r$1')
  // One is told once that an operator's session is being looked at, and sees it when that takes long.
  return screen.for === 'operator' ? picture.replaceAll(' role="status"', '') + spinner : picture
}
