import './first.ts'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api.ts'
import { draw } from './draw.tsx'
import { me } from './me.ts'
import { isDashboard } from './paths.ts'
import { router } from './routes.tsx'
import { navigateByRouter } from './routes/navigation.ts'
import { currentUser } from './session.ts'
import { watchSession } from './session-watch.ts'
import { isFloorPage } from './workspace-page.ts'

/** The floor starts with `floor.tsx` instead, and loads files that contain this one. */
const isOurs = !isFloorPage(location.pathname)
if (isOurs) navigateByRouter(router)
if (isOurs && watchSession()) {
  // Asked for before the first render, so the page does not wait for it twice.
  if (currentUser() && isDashboard(location.pathname)) void queryClient.prefetchQuery(me)
  draw(<RouterProvider router={router} />, '/site.webmanifest', router.load())
}
