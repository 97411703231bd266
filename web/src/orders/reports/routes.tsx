import { reports } from '@stowage/contract/orders/reports'
import { z } from 'zod'
import { paged } from '../../workspace/list-search.ts'
import { searchPage } from '../../workspace/routes.tsx'

const { from, to, category, cursor, step } = reports.cycleShipments.query.shape
const period = {
  ...paged,
  since: from.optional(),
  until: to.optional(),
  category,
  cursor,
}

export const routes = [
  searchPage(
    'reports/backorders',
    z.object({ ...paged, category, cursor, age: reports.backorders.query.shape.age }),
    () => import('./BackorderReportPage.tsx'),
  ),
  searchPage(
    'reports/cycle-time',
    z.object({ ...period, step }),
    () => import('./CycleTimePage.tsx'),
    { step: 'total' },
  ),
  searchPage('reports/productivity', z.object(period), () => import('./ProductivityPage.tsx')),
  searchPage(
    'reports/short-picks',
    z.object({ ...period, by: reports.shortRate.query.shape.by }),
    () => import('./ShortPicksPage.tsx'),
    { by: 'item' },
  ),
] as const
