import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nearestPage } from '@stowage/contract/nearest-page'
import type { Plugin, Rolldown } from 'vite'
import { isFont } from './font.ts'

/** The modules each kind of page begins with, below web/. `shells/<name>.html` is what it shows until they have come. */
export const shells = {
  'sign-in': ['src/identity/AuthCard.tsx'],
  dashboard: ['src/operator/Shell.tsx', 'src/app/preferences.ts'],
  workspace: [
    'src/workspace/WorkspaceShell.tsx',
    'src/workspace/rights.ts',
    'src/workspace/nouns.ts',
    'src/workspace/routes.tsx',
  ],
} satisfies Record<string, string[]>

const root = '<div id="root">'

/** The file of a module's chunk, and all that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const files = new Set<string>()
  const add = (file: string) => {
    const output = bundle[file]
    if (output?.type !== 'chunk' || files.has(file)) return
    files.add(file)
    output.imports.forEach(add)
  }
  for (const [file, output] of Object.entries(bundle))
    if (output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/web/${module}`)))
      add(file)
  return [...files]
}

const sizeOf = (output: Rolldown.OutputBundle[string] | undefined) =>
  output?.type === 'chunk' ? output.code.length : 0

/** Parts that are loaded later and that a page of the floor needs without a connection too. */
const laterParts = /\/web\/src\/(floor\/[\w-]+\/\w+|help\/HelpSheet)\.tsx$/

/**
 * Lists the files cached by the floor's service worker: scripts of its pages and dialogs, style sheet, font.
 */
function floorFiles(bundle: Rolldown.OutputBundle): string[] {
  const later = Object.values(bundle).flatMap((output) =>
    output.type === 'chunk' && laterParts.test(output.facadeModuleId ?? '')
      ? [output.facadeModuleId?.replace(/.*\/web\//, '') ?? '']
      : [],
  )
  const modules = ['src/app/floor.tsx', ...later]
  const assets = Object.keys(bundle).filter((file) => file.endsWith('.css') || isFont(file))
  const files = [...modules.flatMap((module) => filesOf(bundle, module)), ...assets]
  return [...new Set(files)].map((file) => `/${file}`).concat('/head.js', '/early.js')
}

/** Writes the worker of the floor, whose version follows from what it keeps. */
function floorWorker(bundle: Rolldown.OutputBundle): string {
  const files = JSON.stringify(floorFiles(bundle))
  const source = readFileSync(join(import.meta.dirname, 'worker/floor-worker.js'), 'utf8')
  const version = createHash('sha256').update(files).update(source).digest('hex').slice(0, 12)
  return source.replace('__FILES__', files).replace('__VERSION__', version)
}

/** The routes that pages lie below: their address in the words of the router, and the shell of these pages. */
const parents: Record<string, { address: string; shell: keyof typeof shells }> = {
  root: { address: '', shell: 'sign-in' },
  tenant: { address: '$platform', shell: 'sign-in' },
  dashboard: { address: 'dashboard', shell: 'dashboard' },
  workspace: { address: '$platform/app', shell: 'workspace' },
}

type RoutedPage = {
  /** As `dashboard/platforms` or `$platform/app/catalog/$sku`. */
  address: string
  shell: keyof typeof shells
  module: string
  /** The module that declares the route. */
  routes: string
}

/** Modules that declare routes; the list of a plain record declares its own. */
const isRoutes = /\/web\/src\/.*(\/routes|\/routes\/\w+|Page)\.tsx$/

/** A page is the default of its module; frames are loaded by their name. */
const loadsPage = /\n\tcomponent: lazyRouteComponent\(\(\) => import\("([^"]+)"\)\)/

/** Pages built with `page` and `searchPage`, and with `listRoute` in their own module, below the workspace. */
const builtPage = /\b(?:page|searchPage)\("([^"]*)",[^]*?import\("([^"]+)"\)/g
const ownList = /\blistRoute\("([^"]*)",/g

function builtPages(id: string, code: string): RoutedPage[] {
  const routes = id.replace(/.*\/web\//, '')
  const of = (path = '', module: string): RoutedPage[] => {
    const parent = parents['workspace']
    return parent
      ? [{ address: `${parent.address}/${path}`, shell: parent.shell, module, routes }]
      : []
  }
  return [
    ...[...code.matchAll(builtPage)].flatMap(([, path, page = '']) =>
      of(path, join(dirname(routes), page)),
    ),
    ...[...code.matchAll(ownList)].flatMap(([, path]) => of(path, routes)),
  ]
}

/**
 * Reads which page each route of a module loads. A dialog lies below a page and has its document. Throws when a
 * page has no path or parent that can be read.
 */
function pagesIn(id: string, code: string): RoutedPage[] {
  const routes = id.replace(/.*\/web\//, '')
  const declared = code.split('createRoute({').slice(1)
  const others = declared.flatMap((route) => {
    const page = loadsPage.exec(route)?.[1]
    if (page === undefined) return []
    const path = /\n\tpath: "(.*?)"/.exec(route)?.[1]
    const parentName = /\n\tgetParentRoute: \(\) => (\w+)/.exec(route)?.[1]
    if (path === undefined || parentName === undefined)
      throw new Error(`${routes} declares ${page} without a path or a parent that can be read`)
    const parent = parents[parentName]
    if (!parent) return []
    return {
      address: [parent.address, path].filter((part) => part !== '' && part !== '/').join('/'),
      shell: parent.shell,
      module: join(dirname(routes), page),
      routes,
    }
  })
  return [...builtPages(id, code), ...others]
}

/** The modules of routes that join the tree with these, because one of their pages is also one of these with a parameter. */
function routesWithin(routes: string, pages: readonly RoutedPage[]): string[] {
  const own = pages.filter((page) => page.routes === routes).map(({ address }) => address)
  return pages
    .filter(({ address }) => /\$(?!platform)/.test(nearestPage(own, address) ?? ''))
    .map((page) => page.routes)
}

/** The application's document with a static shell in it, and with the scripts named that these modules need. */
function documentOf(shell: string, html: string, files: string[]): string {
  const links = files
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const early = shell === 'sign-in' ? [] : ['<script src="/early.js"></script>']
  const frame = readFileSync(join(import.meta.dirname, `shells/${shell}.html`), 'utf8')
  return html
    .replace('</head>', [...early, ...links, '</head>'].join('\n'))
    .replace(root, root + frame)
}

/**
 * Writes the application's document for each page as `shells/<address>.html`: with a static shell in it, and with
 * its scripts named, so the browser does not learn of them only when the application runs.
 */
export const shellDocuments = (): Plugin => ({
  name: 'shell-documents',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const htmlOf = (name: string) => {
        const document = bundle[name]
        const html = document?.type === 'asset' ? String(document.source) : ''
        if (!html.includes(root)) this.error(`${name} has no place for a shell`)
        return html
      }
      const filesOfAll = (modules: string[]) => {
        const files = modules.map((module) => filesOf(bundle, module))
        const missing = modules.find((_, at) => files[at]?.length === 0)
        if (missing) this.error(`The build has no module ${missing}`)
        // The largest first: a large one at the end would be waited for alone.
        return [...new Set(files.flat())].sort((a, b) => sizeOf(bundle[b]) - sizeOf(bundle[a]))
      }
      const write = (address: string, source: string) =>
        this.emitFile({ type: 'asset', fileName: `shells/${address}.html`, source })

      const pages = [...this.getModuleIds()]
        .filter((id) => isRoutes.test(id))
        .flatMap((id) => pagesIn(id, this.getModuleInfo(id)?.code ?? ''))
      const html = htmlOf('app.html')
      for (const { address, shell, routes, module } of pages) {
        const modules = [...shells[shell], module, routes, ...routesWithin(routes, pages)]
        write(address, documentOf(shell, html, filesOfAll(modules)))
      }
      // Its scripts are named already.
      write('$platform/app/floor', documentOf('floor', htmlOf('floor.html'), []))
      this.emitFile({ type: 'asset', fileName: 'floor-worker.js', source: floorWorker(bundle) })
    },
  },
})
