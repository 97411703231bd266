import './first.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { me } from './me.ts'
import { isFloorPage } from './nearest-page.ts'
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

/** Only who installs the application needs it, and its pictures come with it: nothing waits for that. */
function nameManifest() {
  const link = document.createElement('link')
  const isFloor = isFloorPage(location.pathname)
  const href = isFloor ? '/floor.webmanifest' : '/site.webmanifest'
  Object.assign(link, { rel: 'manifest', href })
  document.head.append(link)
}
setTimeout(nameManifest, 3_000)

const root = document.getElementById('root')
if (root && watchSession()) {
  // Asked for before the first render, so that the page does not wait for it twice.
  if (currentUser() && isDashboard(location.pathname)) void queryClient.prefetchQuery(me)
  // The shell of the document stays until the page can take its place.
  void router.load().finally(() => draw(root))
}
