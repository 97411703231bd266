import type { WarehousePermission } from '@stowage/contract/member-permissions'
import type { RouteComponent } from '@tanstack/react-router'
import RegisterPage from '../../identity/accounts/RegisterPage.tsx'
import { AuthSkeleton } from '../../identity/AuthFrame.tsx'
import ForgotPasswordPage from '../../identity/passwords/ForgotPasswordPage.tsx'
import ResetPasswordPage from '../../identity/passwords/ResetPasswordPage.tsx'
import DisconnectedPage from '../../identity/sessions/DisconnectedPage.tsx'
import LoginPage from '../../identity/sessions/LoginPage.tsx'
import DashboardPage from '../../operator/DashboardPage.tsx'
import { Shell } from '../../operator/Shell.tsx'
import UsersPage from '../../operator/UsersPage.tsx'
import AnalyticsPage from '../../platforms/audit/AnalyticsPage.tsx'
import PlatformsPage from '../../platforms/directory/PlatformsPage.tsx'
import { TenantEntry } from '../../platforms/tenant-sessions/TenantLoginPage.tsx'
import CatalogPage from '../../warehouse/catalog/CatalogPage.tsx'
import PlacesPage from '../../warehouse/places/PlacesPage.tsx'
import ReceiptsPage from '../../warehouse/receiving/ReceiptsPage.tsx'
import LedgerPage from '../../warehouse/stock/LedgerPage.tsx'
import ReportsPage from '../../warehouse/reports/ReportsPage.tsx'
import StockPage from '../../warehouse/stock/StockPage.tsx'
import WorkspaceHomePage from '../../workspace/WorkspaceHomePage.tsx'
import { WorkspaceShell } from '../../workspace/WorkspaceShell.tsx'
import { marks } from './marks.ts'

export type Screen = {
  /** The modules it cannot do without, below web/. */
  modules: readonly string[]
  /** Whose page it is; `anyone` comes to a platform, `everybody` to ourselves. */
  for: 'everybody' | 'anyone' | 'operator' | 'member'
  shell?: RouteComponent
  /** What its route adds to an address without a search. */
  search?: string
  /** The right its lists need, where not everybody has it who sees the others. */
  needs?: WarehousePermission
  /** What is drawn of it; nothing where that depends on what only the browser knows. */
  page?: RouteComponent
}

const everybody = (module: string, page: RouteComponent): Screen => ({
  modules: [`src/identity/${module}`],
  for: 'everybody',
  page,
})
const operator = (module: string, page?: RouteComponent): Screen => ({
  modules: ['src/operator/Shell.tsx', 'src/app/preferences.ts', `src/${module}`],
  for: 'operator',
  shell: Shell,
  ...(page && { page }),
})
const member = (module: string, page?: RouteComponent): Screen => ({
  modules: ['src/workspace/WorkspaceShell.tsx', 'src/app/routes/warehouse.tsx', `src/${module}`],
  for: 'member',
  shell: WorkspaceShell,
  ...(page && { page }),
})

/** The addresses that have a document of their own; `_` is any segment, at the beginning a platform's. */
export const screens: Record<string, Screen> = {
  login: everybody('sessions/LoginPage.tsx', LoginPage),
  disconnected: everybody('sessions/DisconnectedPage.tsx', DisconnectedPage),
  register: everybody('accounts/RegisterPage.tsx', RegisterPage),
  'verify-email': everybody('accounts/VerifyEmailPage.tsx', () => (
    // What is said there depends on the mailed link.
    <AuthSkeleton heading="Verify your email address" fields={0} />
  )),
  'forgot-password': everybody('passwords/ForgotPasswordPage.tsx', ForgotPasswordPage),
  'reset-password': everybody('passwords/ResetPasswordPage.tsx', ResetPasswordPage),

  dashboard: operator('operator/DashboardPage.tsx', DashboardPage),
  'dashboard/platforms': {
    ...operator('platforms/directory/PlatformsPage.tsx', PlatformsPage),
    search: '?sort=newest',
  },
  'dashboard/platforms/_': operator('platforms/directory/PlatformsPage.tsx'),
  'dashboard/users': operator('operator/UsersPage.tsx', UsersPage),
  'dashboard/analytics': {
    ...operator('platforms/audit/AnalyticsPage.tsx', AnalyticsPage),
    search: '?limit=50&offset=0',
  },
  'dashboard/settings': operator('operator/SettingsPage.tsx'),

  _: {
    modules: ['src/platforms/tenant-sessions/TenantLoginPage.tsx'],
    for: 'anyone',
    page: () => <TenantEntry slug={marks.slug} logoUrl={null} />,
  },
  '_/app': {
    ...member('workspace/WorkspaceHomePage.tsx', WorkspaceHomePage),
    modules: ['src/workspace/WorkspaceShell.tsx', 'src/workspace/WorkspaceHomePage.tsx'],
  },
  '_/app/catalog': member('warehouse/catalog/CatalogPage.tsx', CatalogPage),
  '_/app/catalog/_': member('warehouse/catalog/ProductPage.tsx'),
  '_/app/places': member('warehouse/places/PlacesPage.tsx', PlacesPage),
  '_/app/stock': {
    ...member('warehouse/stock/StockPage.tsx', StockPage),
    search: '?empty=without',
  },
  '_/app/stock/ledger': {
    ...member('warehouse/stock/LedgerPage.tsx', LedgerPage),
    needs: 'stock.history.read',
  },
  '_/app/stock/move': member('warehouse/stock/MovePage.tsx'),
  '_/app/stock/adjust': member('warehouse/adjustments/AdjustPage.tsx'),
  '_/app/stock/grid': member('warehouse/grid/GridPage.tsx'),
  '_/app/receiving': member('warehouse/receiving/ReceiptsPage.tsx', ReceiptsPage),
  '_/app/receiving/new': member('warehouse/receiving/ReceivePage.tsx'),
  '_/app/reports': member('warehouse/reports/ReportsPage.tsx', ReportsPage),
  '_/app/reports/movement': member('warehouse/reports/MovementPage.tsx'),
}
