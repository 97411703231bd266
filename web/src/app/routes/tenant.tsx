import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { paths } from '../paths.ts'
import { refuseReserved } from '../../platforms/tenant-sessions/open-platform.ts'
import { Pending } from '../Root.tsx'
import { searchOf } from '../search.ts'
import { currentTenantUser, tenantSlug } from '../session.ts'
import { root } from './root.tsx'

/* The parent route of every address of a tenant. */

export const tenant = createRoute({
  getParentRoute: () => root,
  path: '$platform',
  beforeLoad: ({ params }) => refuseReserved(params.platform),
})

export const workspace = createRoute({
  getParentRoute: () => tenant,
  path: 'app',
  // The warehouse one works in, or `all`, is part of every address.
  validateSearch: searchOf(z.object({ wh: z.string().max(36).optional() })),
  beforeLoad: ({ params: { platform: slug } }) => {
    if (currentTenantUser() && tenantSlug() === slug) return
    throw redirect({ href: paths.tenantLogin(slug), replace: true })
  },
  loader: async ({ context, params }) => {
    const { ensureRights } = await import('../../workspace/rights.ts')
    await ensureRights(context.queries, params.platform)
  },
  pendingComponent: Pending,
  component: lazyRouteComponent(
    () => import('../../workspace/WorkspaceShell.tsx'),
    'WorkspaceShell',
  ),
})
