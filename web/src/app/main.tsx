import './first.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { me } from './me.ts'
import { isDashboard } from './paths.ts'
import { router } from './routes.tsx'
import { currentUser } from './session.ts'
import { watchSession } from './session-watch.ts'

function draw(root: HTMLElement) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Puts the page in the place of what the document shows of it; who was at a link stays at it. */
function replace(root: HTMLElement) {
  const at = document.activeElement
  const link = at?.getAttribute('href')
  flushSync(() => draw(root))
  const same = link ? `a[href="${CSS.escape(link)}"]` : at?.id && `#${CSS.escape(at.id)}`
  if (same && !at?.isConnected) root.querySelector<HTMLElement>(same)?.focus()
}

/** Only who installs the application needs it, and its pictures come with it: nothing waits for that. */
function nameManifest() {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'manifest', href: '/site.webmanifest' })
  document.head.append(link)
}
setTimeout(nameManifest, 3_000)

const root = document.getElementById('root')
if (root && watchSession()) {
  // Asked for before the first render, so that the page does not wait for it twice.
  if (currentUser() && isDashboard(location.pathname)) void queryClient.prefetchQuery(me)
  const begin = () => replace(root)
  // What was drawn meanwhile comes too late from here on.
  document.querySelector('template[data-for]')?.remove()
  // What the document shows of a page stays until the page itself can take its place.
  if (root.hasChildNodes()) router.load().then(begin, begin)
  else draw(root)
}
