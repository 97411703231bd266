import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, Visitor, type Plugin } from 'vite'
import { fontLink, isFont } from './font.ts'
import { shellDocuments } from './shells.ts'
import { isFloorPage } from './src/app/nearest-page.ts'
import { site } from './site-plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * In development every address that is no file, no call and no public page is the application's
 * document, as the server answers in production.
 */
const applicationDocument = (): Plugin => ({
  name: 'application-document',
  configureServer(server) {
    return () => {
      server.middlewares.use((request, _response, next) => {
        if (request.headers.accept?.includes('text/html'))
          request.url = isFloorPage(request.url ?? '') ? '/floor.html' : '/app.html'
        next()
      })
    }
  },
})

/** The font is found only by reading the style sheet; this tells the browser beforehand. */
const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => isFont(file))
        .map((file) => ({
          tag: 'link',
          attrs: { ...fontLink, href: `/${file}` },
          injectTo: 'head' as const,
        })),
  },
})

/**
 * zod can describe its schemas as JSON Schema, which is a good part of its code. The server does that
 * for the API reference; the browser never does.
 */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ (.+) \}/gm)]
    return names
      .map(([, name, alias]) => `export const ${name ?? alias?.split(' as ')[1]} = () => undefined`)
      .join('\n')
  },
})

/** What only the server reads of a route, most of it text. */
const ofServer = new Set(['summary', 'errors', 'limits', 'conditionalRights', 'headers'])

/** Leaves that out of the routes of the contract. */
const withoutServerParts = (): Plugin => ({
  name: 'without-server-parts',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/contract/src/')) return null
    const cuts: [from: number, to: number][] = []
    const visitor = new Visitor({
      CallExpression({ callee, arguments: [, spec] }) {
        const isRoute =
          callee.type === 'Identifier' && /^(get|post|put|patch|del)$/.test(callee.name)
        if (!isRoute || spec?.type !== 'ObjectExpression') return
        spec.properties.forEach((one, at) => {
          if (
            one.type === 'Property' &&
            one.key.type === 'Identifier' &&
            ofServer.has(one.key.name)
          )
            cuts.push([one.start, spec.properties[at + 1]?.start ?? one.end])
        })
      },
    })
    visitor.visit(this.parse(code))
    return cuts.reduceRight((text, [from, to]) => text.slice(0, from) + text.slice(to), code)
  },
})

/** Fails when something that the floor shows, now or later, needs the router that it has not. */
const floorWithoutRouter = (): Plugin => ({
  name: 'floor-without-router',
  apply: 'build',
  buildEnd(failure) {
    if (failure) return
    const found = new Set([here('src/app/floor.tsx')])
    for (const one of found) {
      if (one.includes('/node_modules/')) continue
      const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(one) ?? {}
      if (importedIds.some((id) => id.includes('/@tanstack/react-router/')))
        this.error(
          `${one} is shown on the floor, where only app/navigation.ts leads to other pages`,
        )
      for (const next of [...importedIds, ...dynamicallyImportedIds]) found.add(next)
    }
  },
})

/** The folder below a `src`, or the package, that a module belongs to. */
const folderOf = (id: string) =>
  /\/node_modules\/(@[^/]+|[^/]+)/.exec(id)?.[1]?.replace('@', '') ??
  /\/src\/([a-z-]+)/.exec(id)?.[1] ??
  null

type Info = {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Chunking = { getModuleInfo: (id: string) => Info | null }

const importsOf = (id: string, chunking: Chunking) => chunking.getModuleInfo(id)?.importedIds ?? []

/** These modules and all that they import. */
function reach(modules: readonly string[], chunking: Chunking): Set<string> {
  const found = new Set(modules)
  for (const one of found) for (const next of importsOf(one, chunking)) found.add(next)
  return found
}

/** What the application begins with, and what the floor and its pages are made of: found once, when the first file is named. */
let parts: { app: Set<string>; floor: Set<string> } | undefined
function findParts(chunking: Chunking) {
  if (parts) return parts
  const pages = chunking.getModuleInfo(here('src/orders/floor/navigation.tsx'))
  parts = {
    app: reach(importsOf(here('src/app/main.tsx'), chunking), chunking),
    floor: reach([here('src/app/floor.tsx'), ...(pages?.dynamicallyImportedIds ?? [])], chunking),
  }
  return parts
}

/** What both documents begin with; its imports come with it. */
function bothOf(id: string, chunking: Chunking): string | null {
  const { app, floor } = findParts(chunking)
  return app.has(id) && floor.has(id) ? 'both' : null
}

/**
 * The floor loads nothing else that many pages share but these two files, of what it needs. Parts, which sign-in pages
 * need too, are in one of them.
 */
function baseOf(id: string, chunking: Chunking): string | null {
  if (!findParts(chunking).floor.has(id)) return null
  const isPart =
    /\/web\/src\/(app|ui|parts)\/|\/node_modules\/|\/contract\/src\/(lists|numbers|fields|folding)\.ts/.test(
      id,
    )
  return isPart ? 'base' : 'base-workspace'
}

/**
 * Left alone, the bundler makes a file for every set of pages that share a module, and a page then needs forty
 * of them. So what ten or more pages share is one file for each folder and package.
 */
const chunks = [
  // Half of what the first screen waits for: two files on two connections come sooner than one.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  { name: bothOf, tags: ['$initial' as const], debugName: 'both' },
  // Everything else the first screen waits for, such as the router.
  {
    name: (id: string, chunking: Chunking) => (findParts(chunking).app.has(id) ? 'app' : null),
    tags: ['$initial' as const],
    debugName: 'app',
  },
  { name: baseOf, minShareCount: 14, debugName: 'base' },
  // Alone they would join the file of a folder that needs them, and a page with one icon would load that.
  { name: 'shared', test: /\/node_modules\/lucide-react\/|\/web\/src\/app\//, minShareCount: 5 },
  {
    name: (id: string, chunking: Chunking) =>
      findParts(chunking).floor.has(id) ? null : folderOf(id),
    minShareCount: 10,
    debugName: 'folders',
  },
]

export default defineConfig({
  root: here('.'),
  appType: 'mpa',
  plugins: [
    react(),
    tailwindcss(),
    site(),
    applicationDocument(),
    preloadFont(),
    shellDocuments(),
    withoutJsonSchema(),
    withoutServerParts(),
    floorWithoutRouter(),
  ],
  build: {
    manifest: true,
    sourcemap: false,
    // Inlined modules would be data: URLs, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: here('app.html'), floor: here('floor.html') },
      output: {
        codeSplitting: {
          groups: chunks,
        },
      },
      onLog(level, log, report) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000' },
  },
})
