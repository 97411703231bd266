import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fontLink, isFont } from './font.ts'
import { shellDocuments } from './shells.ts'
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
        if (request.headers.accept?.includes('text/html')) request.url = '/app.html'
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

/** The folder below a `src`, or the package, that a module belongs to. */
const folderOf = (id: string) =>
  /\/node_modules\/(@[^/]+|[^/]+)/.exec(id)?.[1]?.replace('@', '') ??
  /\/src\/([a-z-]+)/.exec(id)?.[1] ??
  null

type Info = { importedIds: readonly string[]; importers: readonly string[] }
type Chunking = { getModuleInfo: (id: string) => Info | null }

/** What the pages of the floor begin with, and all they import: found once, when the first file is named. */
let ofFloor: Set<string> | undefined
function findFloor(chunking: Chunking): Set<string> {
  const pages = [
    'FloorShell',
    'FloorPage',
    'PickPage',
    'FloorPackPage',
    'FloorLoadPage',
    'FloorReturnPage',
  ]
  const found = new Set(pages.map((name) => here(`src/orders/floor/${name}.tsx`)))
  for (const one of found)
    for (const next of chunking.getModuleInfo(one)?.importedIds ?? []) found.add(next)
  return found
}

/**
 * The floor loads nothing that is shared but these two files, of what it needs. Parts, which sign-in pages need too,
 * are in one without the nouns of the workspace and their icons.
 */
function baseOf(id: string, chunking: Chunking): string | null {
  ofFloor ??= findFloor(chunking)
  if (!ofFloor.has(id)) return null
  const isOfNouns = chunking.getModuleInfo(id)?.importers.every((by) => by.endsWith('/noun.ts'))
  const isPart =
    /\/web\/src\/(app|ui|parts)\/|\/node_modules\/|\/contract\/src\/(lists|numbers|fields|folding)\.ts/.test(
      id,
    )
  return isPart && !isOfNouns ? 'base' : 'base-workspace'
}

/**
 * Left alone, the bundler makes a file for every set of pages that share a module, and a page then needs forty
 * of them. So what ten or more pages share is one file for each folder and package.
 */
const chunks = [
  // Half of what the first screen waits for: two files on two connections come sooner than one.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // Everything the first screen waits for; the public pages stay apart.
  { name: 'app', test: (id: string) => !id.includes('/src/site/'), tags: ['$initial' as const] },
  { name: baseOf, minShareCount: 14, debugName: 'base' },
  // Alone they would join the file of a folder that needs them, and a page with one icon would load that.
  { name: 'shared', test: /\/node_modules\/lucide-react\/|\/web\/src\/app\//, minShareCount: 5 },
  {
    name: (id: string) => (ofFloor?.has(id) ? null : folderOf(id)),
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
  ],
  build: {
    manifest: true,
    sourcemap: false,
    // Inlined modules would be data: URLs, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: here('app.html') },
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
