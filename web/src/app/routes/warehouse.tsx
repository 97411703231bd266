import { adjustments } from '@stowage/contract/warehouse/adjustments'
import { catalog } from '@stowage/contract/warehouse/catalog'
import { imports } from '@stowage/contract/warehouse/imports'
import { lots } from '@stowage/contract/warehouse/lots'
import { places } from '@stowage/contract/warehouse/places'
import { reports } from '@stowage/contract/warehouse/reports'
import { receiving } from '@stowage/contract/warehouse/receiving'
import { stock } from '@stowage/contract/warehouse/stock'
import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { searchOf } from '../search.ts'
import { orderRoutes } from './orders.tsx'
import { paged, sortOf } from './paged.ts'
import { workspace } from './tenant.tsx'

/*
 * The pages of a workspace beyond the first, loaded with the first look into a workspace (see workspace.tsx). A list
 * is searched by the query of its route with `paged` in it, see `useList`.
 */

const ownSettings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  validateSearch: searchOf(z.object({ tab: z.string().optional() })),
  component: lazyRouteComponent(() => import('../../workspace/WorkspaceSettingsPage.tsx')),
})
const team = createRoute({
  getParentRoute: () => workspace,
  path: 'team',
  component: lazyRouteComponent(() => import('../../workspace/WorkspaceTeamPage.tsx')),
})
const notifications = createRoute({
  getParentRoute: () => workspace,
  path: 'notifications',
  component: lazyRouteComponent(() => import('../../workspace/WorkspaceNotificationsPage.tsx')),
})

const catalogList = createRoute({
  getParentRoute: () => workspace,
  path: 'catalog',
  validateSearch: searchOf(
    catalog.variants.query
      .omit({ format: true, ids: true })
      .extend({ ...paged, ...sortOf(catalog.variants) }),
  ),
  component: lazyRouteComponent(() => import('../../warehouse/catalog/CatalogPage.tsx')),
})
const newProduct = createRoute({
  getParentRoute: () => catalogList,
  // No SKU can be meant: `new` might be one.
  path: '+new',
  component: lazyRouteComponent(() => import('../../warehouse/catalog/NewProductDialog.tsx')),
})
const product = createRoute({
  getParentRoute: () => workspace,
  path: 'catalog/$sku',
  validateSearch: searchOf(
    z.object({
      tab: z.enum(['stock', 'movements', 'details']).default('stock'),
      /** The day something is to be promised for. */
      on: stock.availability.query.shape.on,
    }),
  ),
  search: { middlewares: [stripSearchParams({ tab: 'stock' })] },
  component: lazyRouteComponent(() => import('../../warehouse/catalog/ProductPage.tsx')),
})
const locations = createRoute({
  getParentRoute: () => workspace,
  path: 'places',
  validateSearch: searchOf(
    places.locations.query
      .omit({ warehouse: true, format: true, ids: true })
      .extend({ ...paged, ...sortOf(places.locations) }),
  ),
  component: lazyRouteComponent(() => import('../../warehouse/places/PlacesPage.tsx')),
})
const importList = createRoute({
  getParentRoute: () => workspace,
  path: 'imports',
  validateSearch: searchOf(imports.list.query.extend({ ...paged, ...sortOf(imports.list) })),
  component: lazyRouteComponent(() => import('../../warehouse/imports/ImportsPage.tsx')),
})
const importFile = createRoute({
  getParentRoute: () => workspace,
  path: 'imports/$importId',
  component: lazyRouteComponent(() => import('../../warehouse/imports/ImportPage.tsx')),
})
const labels = createRoute({
  getParentRoute: () => workspace,
  path: 'labels',
  validateSearch: searchOf(
    z.object({
      template: z.enum(['product', 'location', 'lot']).default('product'),
      ids: z.string().max(40_000).optional(),
      counts: z.string().max(10_000).optional(),
      counted: z.enum(['received', 'there']).optional(),
    }),
  ),
  component: lazyRouteComponent(() => import('../../warehouse/labels/LabelsPage.tsx')),
})

/** Not of the page's own address: the warehouse is in every one, and a page shows no file. */
const notOwn = { warehouse: true, format: true } as const
const buckets = createRoute({
  getParentRoute: () => workspace,
  path: 'stock',
  validateSearch: searchOf(
    stock.buckets.query
      .omit({ ...notOwn, ids: true })
      .extend({ ...paged, ...sortOf(stock.buckets) }),
  ),
  search: { middlewares: [stripSearchParams({ empty: 'without' })] },
  component: lazyRouteComponent(() => import('../../warehouse/stock/StockPage.tsx')),
})
const levels = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/levels',
  validateSearch: searchOf(
    stock.levels.query.omit(notOwn).extend({ ...paged, ...sortOf(stock.levels) }),
  ),
  search: { middlewares: [stripSearchParams({ kind: 'site' })] },
  component: lazyRouteComponent(() => import('../../warehouse/stock/LevelsPage.tsx')),
})
const lotList = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/lots',
  validateSearch: searchOf(
    lots.list.query.omit({ ...notOwn, ids: true }).extend({ ...paged, ...sortOf(lots.list) }),
  ),
  search: { middlewares: [stripSearchParams({ empty: 'without' })] },
  component: lazyRouteComponent(() => import('../../warehouse/lots/LotsPage.tsx')),
})
const lot = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/lots/$lotId',
  component: lazyRouteComponent(() => import('../../warehouse/lots/LotPage.tsx')),
})
const known = z.enum(['then', 'now']).default('now')
const asOf = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/as-of',
  validateSearch: searchOf(
    z.object({
      ...paged,
      at: z.iso.datetime().optional(),
      known,
      by: stock.asOf.query.shape.by,
      cursor: stock.asOf.query.shape.cursor,
      count: stock.asOf.query.shape.count,
    }),
  ),
  search: { middlewares: [stripSearchParams({ known: 'now', by: 'variant' })] },
  component: lazyRouteComponent(() => import('../../warehouse/stock/AsOfPage.tsx')),
})
const ledgerQuery = stock.ledger.query
const ledger = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/ledger',
  // The period has names of its own: `from` is the place of the first row.
  validateSearch: searchOf(
    ledgerQuery.omit({ ...notOwn, to: true }).extend({
      ...paged,
      ...sortOf(stock.ledger),
      since: ledgerQuery.shape.from,
      until: ledgerQuery.shape.to,
    }),
  ),
  component: lazyRouteComponent(() => import('../../warehouse/stock/LedgerPage.tsx')),
})
/** The bucket one came from: its item, and the bucket itself. */
const bucket = z.object({
  sku: z.string().max(64).optional(),
  bucket: z.string().max(19).optional(),
})
const move = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/move',
  validateSearch: searchOf(
    bucket.extend({
      change: z.enum(['status']).optional(),
      /** Several buckets, by their ids. */
      buckets: z.string().max(2_000).optional(),
    }),
  ),
  component: lazyRouteComponent(() => import('../../warehouse/stock/MovePage.tsx')),
})
const adjust = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/adjust',
  validateSearch: searchOf(bucket),
  component: lazyRouteComponent(() => import('../../warehouse/adjustments/AdjustPage.tsx')),
})
const grid = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/grid',
  validateSearch: searchOf(
    stock.grid.query
      .omit({ warehouse: true, limit: true })
      .extend({ from: paged.from, acrossFrom: paged.from }),
  ),
  search: { middlewares: [stripSearchParams({ show: 'stocked' })] },
  component: lazyRouteComponent(() => import('../../warehouse/grid/GridPage.tsx')),
})
const adjustmentList = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/adjustments',
  validateSearch: searchOf(
    adjustments.list.query.omit(notOwn).extend({ ...paged, ...sortOf(adjustments.list) }),
  ),
  component: lazyRouteComponent(() => import('../../warehouse/adjustments/AdjustmentsPage.tsx')),
})
const adjustment = createRoute({
  getParentRoute: () => workspace,
  path: 'stock/adjustments/$adjustmentId',
  component: lazyRouteComponent(() => import('../../warehouse/adjustments/AdjustmentPage.tsx')),
})
const receipts = createRoute({
  getParentRoute: () => workspace,
  path: 'receiving',
  validateSearch: searchOf(
    receiving.receipts.query.omit(notOwn).extend({ ...paged, ...sortOf(receiving.receipts) }),
  ),
  component: lazyRouteComponent(() => import('../../warehouse/receiving/ReceiptsPage.tsx')),
})
const receive = createRoute({
  getParentRoute: () => workspace,
  path: 'receiving/new',
  component: lazyRouteComponent(() => import('../../warehouse/receiving/ReceivePage.tsx')),
})
const receipt = createRoute({
  getParentRoute: () => workspace,
  path: 'receiving/$receiptId',
  component: lazyRouteComponent(() => import('../../warehouse/receiving/ReceiptPage.tsx')),
})

const reportList = createRoute({
  getParentRoute: () => workspace,
  path: 'reports',
  component: lazyRouteComponent(() => import('../../warehouse/reports/ReportsPage.tsx')),
})
const asked = reports.movement.query.shape
const movementReport = createRoute({
  getParentRoute: () => workspace,
  path: 'reports/movement',
  validateSearch: searchOf(
    z.object({
      ...paged,
      since: asked.from.optional(),
      until: asked.to.optional(),
      category: asked.category,
      tag: asked.tag,
      items: asked.items,
      cursor: asked.cursor,
      known,
    }),
  ),
  search: { middlewares: [stripSearchParams({ items: 'moved', known: 'now' })] },
  component: lazyRouteComponent(() => import('../../warehouse/reports/MovementPage.tsx')),
})

const scanner = createRoute({
  getParentRoute: () => workspace,
  path: 'scanner',
  validateSearch: searchOf(z.object({ code: z.string().max(500).optional() })),
  component: lazyRouteComponent(() => import('../../scan/ScannerPage.tsx')),
})
const help = createRoute({
  getParentRoute: () => workspace,
  path: 'help',
  component: lazyRouteComponent(() => import('../../warehouse/help/HelpPage.tsx')),
})

export const warehouseRoutes = [
  ...orderRoutes,
  ownSettings,
  team,
  notifications,
  catalogList.addChildren([newProduct]),
  product,
  locations,
  buckets,
  levels,
  lotList,
  lot,
  asOf,
  ledger,
  move,
  adjust,
  grid,
  adjustmentList,
  adjustment,
  receipts,
  receive,
  receipt,
  reportList,
  movementReport,
  scanner,
  help,
  importList,
  importFile,
  labels,
] as const
export type WarehouseRoutes = typeof warehouseRoutes
