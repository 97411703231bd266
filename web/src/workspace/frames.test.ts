import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/*
 * Lists, documents, forms and changes are declared once (`listPage`, `documentPage`, `recordForm`, `Form`, `steps`). What
 * builds its own stands here with its reason. A file that is new here, or no longer needs to be, fails.
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
}

test.each(Object.entries(frames))('%s is declared', (_, { text, frames: of, own }) => {
  const found = files.filter((one) => text.test(one.text)).map(({ file }) => file)
  expect(found.toSorted()).toEqual([...of, ...Object.keys(own)].toSorted())
})
