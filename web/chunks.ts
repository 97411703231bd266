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
        'circle-question-mark users menu search clock minus chart-column panel-left-close panel-left-open',
      packages: '@tanstack/query-core @tanstack/react-query',
    }),
  },
  {
    name: 'dashboard',
    test: modules({
      own: `platforms/(directory|members) platforms/directory/dialogs
        operator/WorkInProgress identity/profile/Avatar identity/accounts/ResendEmail`,
    }),
  },
  {
    name: 'workspace',
    test: modules({
      own: `lists batches member-permissions warehouse/(settings|quantities|fields|places|place-replies) app/quantity
        workspace/(rights|paths|warehouses|member|NoRight|example|site|times|scan/use-scan)
        parts/(LinkButton|ExportButton|MenuEntry) ui/(place-beside|More)
        warehouse/stock/(StockTabs|quantities) warehouse/(stock|lots|receiving|adjustments)/words`,
      icons: 'file-up ellipsis',
    }),
  },
  {
    // What most pages of the warehouse read. The contract of any other noun comes with its own pages.
    name: 'goods',
    test: modules({
      own: `warehouse/(catalog|catalog-inputs|catalog-replies|stock|stock-grid|stock-inputs|stock-replies)
        warehouse/(products/queries|labels/counts)`,
    }),
  },
  {
    name: 'list',
    test: modules({
      own: `parts/(DataTable|fit-columns|card-places|FilterBar|KeysetPager|ListError|list|rows-text|SelectionBar|selection)
        platforms/table-settings platforms/table-settings/(use-arranged|arranging)
        ui/Toggletip help/(Definition|quantities) warehouse/products/words`,
      icons: 'columns-3',
      packages: '@tanstack/store @tanstack/react-store @tanstack/react-table @tanstack/table-core',
    }),
  },
  {
    name: 'pick',
    test: modules({
      own: 'parts/(Combobox|settled) warehouse/(products/(items|ItemField)|locations/LocationPicker)',
    }),
  },
  {
    name: 'lines',
    test: modules({
      own: `ui/QuantityField parts/(kept-work|RestoredWork) warehouse/refusals/(refusals|blockers|RefusalBox|Mentioned|mentioned) warehouse/[a-z]+/errors
        warehouse/stock/(QuantityInput|buckets|asked-lines|BucketChoice|Effect|EffectiveAt)
        warehouse/warehouses/ChooseWarehouse`,
    }),
  },
  {
    name: 'layers',
    test: modules({ own: 'parts/Layers ui/Dialog warehouse/lookup workspace/scan/reader' }),
  },
]
