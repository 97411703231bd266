import { fileURLToPath } from 'node:url'
import { shells } from './shells.ts'

type Info = {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Chunking = { getModuleInfo: (id: string) => Info | null }
type Modules = ReadonlySet<string>

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const importsOf = (id: string, chunking: Chunking) => chunking.getModuleInfo(id)?.importedIds ?? []

/** These modules and all that they import. */
function reach(modules: readonly string[], chunking: Chunking): Modules {
  const found = new Set(modules)
  for (const one of found) for (const next of importsOf(one, chunking)) found.add(next)
  return found
}

/** Pages opened most. The modules they import form the frame of all pages around signing in. */
const signInPages = [
  'src/identity/sessions/LoginPage.tsx',
  'src/identity/accounts/RegisterPage.tsx',
  'src/platforms/tenant-sessions/TenantLoginPage.tsx',
]

type Parts = Record<'app' | 'floor' | 'frames', Modules>

/**
 * Modules the application starts with, modules of the floor with its pages, and modules of the document
 * frames. Computed once.
 */
let parts: Parts | undefined
function partsOf(chunking: Chunking): Parts {
  if (parts) return parts
  const floor = here('src/app/floor.tsx')
  const floorPages = chunking.getModuleInfo(here('src/floor/home/pages.tsx'))
  parts = {
    app: reach([here('src/app/main.tsx')], chunking),
    floor: reach([floor, ...(floorPages?.dynamicallyImportedIds ?? [])], chunking),
    frames: reach(
      [
        ...Object.values(shells).flat().map(here),
        ...signInPages.flatMap((page) => importsOf(here(page), chunking)),
      ],
      chunking,
    ),
  }
  return parts
}

/** A file of the modules of these parts whose path matches; what these import comes with them. */
const group = (name: string, path: RegExp, isIn: (parts: Parts, id: string) => boolean) => ({
  name: (id: string, chunking: Chunking) =>
    path.test(id) && isIn(partsOf(chunking), id) ? name : null,
  debugName: name,
})

/** One for what the frames of the documents show; the floor has its own. */
const frame = (name: string, path: RegExp) =>
  group(name, path, ({ frames, floor }, id) => frames.has(id) && !floor.has(id))

/** One for what many pages share, and the floor does not. */
const shared = (name: string, path: RegExp) => ({
  ...group(name, path, ({ floor }, id) => !floor.has(id)),
  minShareCount: 10,
})

const any = /./
const ofParts =
  /\/web\/src\/(app|ui|parts)\/|\/node_modules\/|\/contract\/src\/(lists|numbers|fields|folding|unprintable)\.ts/

/**
 * Left alone, the bundler makes a file for every set of pages that share a module, and a page then needs forty
 * of them. The first of these that fits decides.
 */
export const chunks = [
  // Half of what the first screen waits for: two files on two connections come sooner than one.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  {
    ...group('both', any, ({ app, floor }, id) => app.has(id) && floor.has(id)),
    tags: ['$initial' as const],
  },
  // Everything else the first screen waits for, such as the router.
  { ...group('app', any, ({ app }, id) => app.has(id)), tags: ['$initial' as const] },

  // The floor shares nothing else with other pages. Parts, which sign-in pages need too, are in a file of their own.
  { ...group('base', ofParts, ({ floor }, id) => floor.has(id)), minShareCount: 9 },
  { ...group('base-workspace', any, ({ floor }, id) => floor.has(id)), minShareCount: 12 },

  // Pages without a form, such as most lists, do without these.
  {
    name: 'forms',
    test: /\/src\/parts\/(FormPanel|Draft|use-versioned|form-rows)|\/react-hook-form\//,
  },

  // What the documents begin with. An icon or a helper in the frame of one would make others load that frame.
  frame('frame', /\/src\/(ui|parts|site|platforms\/tenant-sessions)\//),
  frame('sign-in', /\/src\/(identity|platforms\/directory)\//),
  {
    name: 'shared',
    test: /\/node_modules\/lucide-react\/|\/web\/src\/(app\/[\w-]+|parts\/submit-form)\.ts$/,
    minShareCount: 2,
  },
  // Of the floor too. In the file of one frame, they would make the floor load that frame.
  group('scan', /\/src\/workspace\//, (all, id) => all.frames.has(id) && all.floor.has(id)),
  frame('dashboard', /\/src\/operator\//),
  frame('workspace', /\/src\/(workspace|warehouse|orders)\//),

  // Loaded with the first refusal, except where a page needs them to say what it refuses.
  {
    name: 'refusals',
    test: /\/src\/(workspace\/refusals\/refusals|(orders|warehouse)\/\w+\/errors)\.ts$/,
    minShareCount: 2,
  },
  // What only pages of lists have, without what it is made of: records and the dashboard have that too.
  {
    name: 'list-pages',
    test: /\/src\/(workspace\/list-(page|filters)|parts\/ListPage)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'document-page',
    test: /\/src\/(workspace\/document-page|parts\/(Facts|LineTable))\.tsx$/,
    includeDependenciesRecursively: false,
  },
  shared('lists', /\/src\/(ui|parts|platforms\/table-settings)\//),
  // Not with the pages: lists, which nothing is refused on, do without.
  shared('refusal', /\/src\/workspace\/refusals\//),
  // Few pages need them: with the others, every page would load them.
  {
    name: 'steps',
    test: /\/src\/workspace\/steps\/(Steps|steps|use-step|use-any-action)\.tsx?$/,
    minShareCount: 2,
  },
  // Pages with a form of a record; with the others, every page would load what forms are made of.
  {
    name: 'record-form',
    test: /\/src\/workspace\/record-form\.tsx$/,
    includeDependenciesRecursively: false,
  },
  // Pages without a list or a document, such as the settings, show times too.
  { name: 'times', test: /\/src\/workspace\/(site|times)\.ts$/, minShareCount: 2 },
  shared('pages', /\/src\/(workspace\/(?!steps\/)|metadata\.ts)/),
  shared('stock', /\/src\/warehouse\//),
  { ...shared('orders', /\/src\/orders\//), minShareCount: 6 },
  // Too small for files of their own, and together on most pages that need one of them.
  { name: 'quantities', test: /\/src\/help\/(Definition|quantities)\.tsx?$/, minShareCount: 2 },
  { name: 'products', test: /\/src\/warehouse\/products\/(words|queries|listed|routes)\.tsx?$/ },
  {
    name: 'order',
    test: /\/src\/orders\/((orders\/words|customers\/OrderViews|(orders|backorders)\/routes)\.tsx?|fulfillment-releases\.ts)$/,
  },
]
