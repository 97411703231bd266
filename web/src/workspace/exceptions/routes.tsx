import { exceptions } from '@stowage/contract/workspace/exceptions'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { notOwn, paged, sortOf } from '../list-search.ts'

const list = createRoute({
  getParentRoute: () => workspace,
  path: 'exceptions',
  validateSearch: searchOf(
    exceptions.list.query.omit(notOwn).extend({ ...paged, ...sortOf(exceptions.list) }),
  ),
  search: { middlewares: [stripSearchParams({ state: 'open' })] },
  component: lazyRouteComponent(() => import('./ExceptionsPage.tsx')),
})

export const routes = [list] as const
