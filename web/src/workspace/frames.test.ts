import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/*
 * Lists, documents, forms and changes are declared once (`listPage`, `documentPage`, `recordForm`, `Form`, `steps`). Files
 * that build their own are named here with the reason. One that is not named, or no longer needs to be, fails.
 */

const root = path.resolve(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}))

type Frame = { text: RegExp; frames: readonly string[]; own: Record<string, string> }

const frames: Record<string, Frame> = {
  'a form': {
    text: /<form\b/,
    frames: ['parts/Form.tsx'],
    own: {
      'platforms/audit/LogFilters.tsx': 'filters, saves nothing',
      'platforms/directory/CreatePlatformDialog.tsx': 'is a choice of cards, then a name',
      'site/SiteDialog.tsx': 'of the public site, which loads no part of the application',
      'warehouse/reports/TagField.tsx': 'adds a filter, saves nothing',
      'warehouse/stock-views/AsOfForm.tsx': 'chooses a moment, saves nothing',
      'workspace/scan/ScannerPage.tsx': 'tries a scanner, saves nothing',
    },
  },
  'a change': {
    text: /\buseMutation[(<]/,
    frames: ['app/api.ts', 'workspace/steps/use-any-action.ts', 'workspace/steps/use-many.tsx'],
    own: {
      'identity/passkeys/PasskeyPanel.tsx': 'asks the device between two calls',
      'identity/passkeys/use-passkey-sign-in.ts': 'asks the device between two calls',
      'identity/sessions/StepUp.tsx': 'asks the device between two calls',
      'orders/manifests/LoadForm.tsx': 'shares its calls with the scans',
      'orders/packing/PackLineDialog.tsx': 'shares its calls with the scans',
      'orders/packing/PackPage.tsx': 'shares its calls with the scans',
      'orders/returns/NewReturnPage.tsx': 'finds an order when a number is entered',
      'warehouse/labels/PrintSelectedLabels.tsx': 'reads all selected rows, changes nothing',
      'warehouse/labels/printing.ts': 'opens a file',
      'warehouse/stock-views/SelectedBuckets.tsx': 'reads all selected rows, changes nothing',
      'workspace/imports/queries.ts': 'sends a file',
    },
  },
  'a table': {
    text: /<DataTable\b/,
    frames: [
      'parts/LineTable.tsx',
      'parts/ListPage.tsx',
      'parts/PagedTable.tsx',
      'workspace/short-list-page.tsx',
    ],
    own: {
      'operator/NotificationsPage.tsx': 'of the dashboard',
      'operator/UsersPage.tsx': 'of the dashboard',
      'orders/manifests/HandOverPage.tsx': 'lists carriers, each with its own button',
      'orders/manifests/ManifestPage.tsx': 'shows two tables of one document',
      'orders/waves/WaveOrders.tsx': 'selects orders inside a document',
      'parts/GalleryPage.tsx': 'shows the part itself',
      'platforms/audit/AnalyticsPage.tsx': 'of the dashboard',
      'warehouse/lots/LotPage.tsx': 'shows two tables of one document',
      'warehouse/products/MovementsTab.tsx': 'is a tab of a product',
      'warehouse/products/OrdersTab.tsx': 'is a tab of a product',
      'warehouse/products/StockTab.tsx': 'is a tab of a product',
      'warehouse/settings/Reasons.tsx': 'is a section of the settings',
      'warehouse/settings/Verification.tsx': 'is a section of the settings',
      'warehouse/stock-views/AsOfPage.tsx': 'asks for a moment first',
      'workspace/imports/RowsTable.tsx': 'has the columns of a file',
    },
  },
  'a raw table': {
    text: /<table\b/,
    frames: ['parts/DataTable.tsx'],
    own: {
      'orders/reports/NumbersTable.tsx': 'sums rows and columns',
      'parts/VersionConflict.tsx': 'compares two versions of a record',
      'site/LedgerSample.tsx': 'of the public site',
      'site/legal.tsx': 'of the public site',
      'ui/chart/StepLine.tsx': 'says a chart to a screen reader',
      'warehouse/reports/MovementTotals.tsx': 'sums rows and columns',
      'warehouse/stock-views/ReviewDialog.tsx': 'compares before and after',
      'warehouse/stock-views/UndoDialog.tsx': 'compares before and after',
    },
  },
  'a raw select': {
    text: /<select\b/,
    frames: ['ui/Select.tsx'],
    own: {
      'orders/backorders/BackordersPage.tsx': 'stands in a cell, without a label to see',
      'orders/channels/ShipsFrom.tsx': 'stands in a line, without a label to see',
      'parts/FilterBar.tsx': 'is a chip',
      'parts/KeysetPager.tsx': 'stands in a line, without a label to see',
      'parts/OffsetPager.tsx': 'stands in a line, without a label to see',
      'parts/sorting.tsx': 'stands in a line, without a label to see',
      'warehouse/products/QuantityInput.tsx': 'is one field with its quantity',
      'workspace/WarehouseSwitcher.tsx': 'stands in the header',
    },
  },
  'a page': {
    text: /<Page\s/,
    frames: [
      'floor/home/pages.tsx',
      'parts/ListPage.tsx',
      'site/render.tsx',
      'warehouse/reports/report-page.tsx',
      'workspace/document-page.tsx',
      'workspace/short-list-page.tsx',
    ],
    own: {
      'operator/SettingsPage.tsx': 'of the dashboard',
      'operator/WorkInProgress.tsx': 'of the dashboard',
      'orders/customers/NewCustomerPage.tsx': 'is a form',
      'orders/manifests/HandOverPage.tsx': 'lists carriers, each with its own button',
      'orders/orders/NewOrderPage.tsx': 'is a form',
      'orders/returns/NewReturnPage.tsx': 'is a form',
      'parts/GalleryPage.tsx': 'shows the parts themselves',
      'platforms/audit/AnalyticsPage.tsx': 'of the dashboard',
      'platforms/directory/PlatformsPage.tsx': 'of the dashboard',
      'warehouse/adjustments/AdjustPage.tsx': 'is a form',
      'warehouse/help/HelpPage.tsx': 'has no data',
      'warehouse/labels/LabelsPage.tsx': 'is a form with its preview',
      'warehouse/products/ProductPage.tsx': 'is found by its SKU and has tabs',
      'warehouse/receiving/ReceivePage.tsx': 'is a form',
      'warehouse/reports/ReportsPage.tsx': 'links to the reports',
      'warehouse/settings/WorkspaceSettingsPage.tsx': 'has tabs',
      'warehouse/stock-views/AsOfPage.tsx': 'asks for a moment first',
      'warehouse/stock-views/GridPage.tsx': 'is a grid to type into',
      'warehouse/stock/MovePage.tsx': 'is a form',
      'workspace/imports/ImportPage.tsx': 'changes by steps',
      'workspace/notifications/WorkspaceNotificationsPage.tsx': 'has no data',
      'workspace/scan/ScannerPage.tsx': 'has no data',
      'workspace/team/WorkspaceTeamPage.tsx': 'has no data',
    },
  },
}

test.each(Object.entries(frames))('%s is declared', (_, { text, frames: of, own }) => {
  const found = files.filter((one) => text.test(one.text)).map(({ file }) => file)
  expect(found.toSorted()).toEqual([...of, ...Object.keys(own)].toSorted())
})
