import { reports } from '@stowage/contract/orders/reports'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { workspace } from '../../app/routes/tenant.tsx'
import { searchOf } from '../../app/search.ts'
import { paged } from '../../workspace/list-search.ts'

const { from, to, category, cursor, step } = reports.cycleShipments.query.shape
const period = {
  ...paged,
  since: from.optional(),
  until: to.optional(),
  category,
  cursor,
}

const backorders = createRoute({
  getParentRoute: () => workspace,
  path: 'reports/backorders',
  validateSearch: searchOf(
    z.object({ ...paged, category, cursor, age: reports.backorders.query.shape.age }),
  ),
  component: lazyRouteComponent(() => import('./BackorderReportPage.tsx')),
})
const cycleTime = createRoute({
  getParentRoute: () => workspace,
  path: 'reports/cycle-time',
  validateSearch: searchOf(z.object({ ...period, step })),
  search: { middlewares: [stripSearchParams({ step: 'total' })] },
  component: lazyRouteComponent(() => import('./CycleTimePage.tsx')),
})
const productivity = createRoute({
  getParentRoute: () => workspace,
  path: 'reports/productivity',
  validateSearch: searchOf(z.object(period)),
  component: lazyRouteComponent(() => import('./ProductivityPage.tsx')),
})
const shortPicks = createRoute({
  getParentRoute: () => workspace,
  path: 'reports/short-picks',
  validateSearch: searchOf(z.object({ ...period, by: reports.shortRate.query.shape.by })),
  search: { middlewares: [stripSearchParams({ by: 'item' })] },
  component: lazyRouteComponent(() => import('./ShortPicksPage.tsx')),
})

export const routes = [backorders, cycleTime, productivity, shortPicks] as const
