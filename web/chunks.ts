type Group = { name: string; test: RegExp | ((id: string) => boolean); tags?: ['$initial'] }

const words = (text: string) => text.trim().split(/\s+/).join('|')

/**
 * What belongs to a chunk: our modules by their path below a `src`, Lucide's icons by their name, and
 * packages.
 */
function modules({ own, icons, packages }: { own: string; icons?: string; packages?: string }) {
  const parts = [String.raw`/src/(${words(own)})\.tsx?$`]
  if (icons) parts.push(String.raw`/lucide-react/dist/esm/icons/(${words(icons)})\.`)
  if (packages) parts.push(`/node_modules/(${words(packages)})/`)
  return new RegExp(parts.join('|'))
}

/**
 * What the pages of the application have in common, in the order in which a module is given to the first
 * that wants it. Left alone, the bundler makes a file for every set of pages that share a module: a page
 * then needs forty of them, most below a kilobyte, and each costs a phone a journey to the server. A page's
 * own file is never in one of these.
 */
export const chunks: Group[] = [
  // Half of what the first screen waits for: two files on two connections come sooner than one.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // Everything the first screen waits for; the public pages stay apart.
  { name: 'app', test: (id) => !id.includes('/src/site/'), tags: ['$initial'] },
  {
    name: 'parts',
    test: modules({
      own: `identity/(AuthFrame|AuthCard|Said) ui/(Notice|Field|TextField|PasswordField|toast) site/(Logo|mark)
        platforms/tenant-sessions/sign-out platforms/directory/(PlatformLogo|logo-stamp)`,
      icons:
        'circle-check eye eye-off info triangle-exclamation-point check circle plus x warehouse',
    }),
  },
  {
    name: 'form',
    test: modules({
      own: `parts/(FormPanel|Draft|after-press|single-submit) identity/sessions/codes-left identity/passkeys/support
        identity/passwords identity/passwords/(Strength|strength)`,
      packages: 'react-hook-form @hookform',
    }),
  },
  {
    name: 'shell',
    test: modules({
      own: `app/format app/theme ui/(Drawer|use-modal|Kbd|Select|wide|place-beside)
        parts/(LayerButtons|keys|key-reader|submit-form|StateBadge|EmptyState|rows|SearchBox)`,
      icons:
        'circle-question-mark menu search clock minus chart-column panel-left-close panel-left-open',
      packages: '@tanstack/query-core @tanstack/react-query',
    }),
  },
  {
    name: 'dashboard',
    test: modules({
      own: `platforms/(directory|members) platforms/directory/dialogs
        operator/(Avatar|ResendEmail|WorkInProgress)`,
    }),
  },
  {
    name: 'workspace',
    test: modules({
      own: `lists batches warehouse/(permissions|settings|quantities|fields|places|place-replies|site|words|times) app/quantity
        workspace/(rights|paths|warehouses|member|NoRight|example) parts/(LinkButton|ExportButton|MenuEntry) scan/use-scan
        ui/(place-beside|More)
        warehouse/stock/StockTabs`,
      icons: 'file-up ellipsis',
    }),
  },
  {
    // The addresses of these pages are checked with all of them.
    name: 'goods',
    test: modules({
      own: `warehouse/(catalog|catalog-inputs|catalog-replies|stock|stock-grid|stock-inputs|stock-replies|adjustments|imports|receiving|labels|lots|reports)
        warehouse/(marked|MarkedLabels|catalog/queries|labels/counts)`,
    }),
  },
  {
    name: 'list',
    test: modules({
      own: `parts/(DataTable|fit-columns|card-places|FilterBar|KeysetPager|ListError|list|rows-text|SelectionBar|selection)
        platforms/table-settings platforms/table-settings/(use-arranged|arranging)
        ui/Toggletip parts/Definition help/quantities warehouse/catalog/words`,
      icons: 'columns-3',
      packages: '@tanstack/store @tanstack/react-store @tanstack/react-table @tanstack/table-core',
    }),
  },
  {
    name: 'pick',
    test: modules({ own: 'parts/(Combobox|settled) warehouse/(items|ItemField|PlaceField)' }),
  },
  {
    name: 'lines',
    test: modules({
      own: `ui/QuantityField parts/kept-work warehouse/(QuantityInput|refusals|RefusalBox|Mentioned|mentioned|buckets)
        warehouse/(asked-lines|BucketChoice|RestoredWork|Effect|EffectiveAt|ChooseWarehouse)`,
    }),
  },
  {
    name: 'layers',
    test: modules({ own: 'parts/Layers ui/Dialog warehouse/lookup scan/reader' }),
  },
]
