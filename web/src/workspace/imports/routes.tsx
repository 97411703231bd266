import { imports } from '@stowage/contract/workspace/imports'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { paged, sortOf } from '../list-search.ts'

const importList = createRoute({
  getParentRoute: () => workspace,
  path: 'imports',
  validateSearch: searchOf(imports.list.query.extend({ ...paged, ...sortOf(imports.list) })),
  component: lazyRouteComponent(() => import('./ImportsPage.tsx')),
})
const importFile = createRoute({
  getParentRoute: () => workspace,
  path: 'imports/$importId',
  component: lazyRouteComponent(() => import('./ImportPage.tsx')),
})

export const routes = [importList, importFile] as const
