import './first.ts'
import { Floor } from '../floor/home/Floor.tsx'
import { navigateOnFloor } from '../floor/frame/navigation.tsx'
import { preloadPage } from '../floor/home/pages.tsx'
import { ensureRights } from '../workspace/rights.ts'
import { queryClient } from './api.ts'
import { Around } from './Around.tsx'
import { draw } from './draw.tsx'
import { paths } from './paths.ts'
import { currentTenantUser, tenantSlug } from './session.ts'
import { watchSession } from './session-watch.ts'

/* The document of the floor: pages that need no router, and nothing of the sign-in pages and the dashboard. */

const [, slug = ''] = location.pathname.split('/').map(decodeURIComponent)
navigateOnFloor((pathname) => void preloadPage(pathname))
if (!currentTenantUser() || tenantSlug() !== slug) location.replace(paths.tenantLogin(slug))
else if (watchSession())
  draw(
    <Around>
      <Floor />
    </Around>,
    '/floor.webmanifest',
    Promise.all([ensureRights(queryClient, slug), preloadPage(location.pathname)]),
  )
