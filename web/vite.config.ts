import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, Visitor, type Plugin } from 'vite'
import { chunks } from './chunks.ts'
import { fontLink, isFont } from './font.ts'
import { shellDocuments } from './shells.ts'
import { isFloorPage } from './src/app/workspace-page.ts'
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

/**
 * Which characters the fonts of the server have is a long list. The server says it of a SKU when it is saved, at its
 * field; the browser doesn't look beforehand.
 */
const withoutPrintable = (): Plugin => ({
  name: 'without-printable',
  apply: 'build',
  transform: (_code, id) =>
    id.endsWith('/contract/src/printable.ts')
      ? 'export const firstUnprintable = () => undefined'
      : null,
})

/** Properties of a route that only the server reads, most of them text. */
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

/** The part of the nouns that each of these files of the contract collects. */
const collected: Readonly<Record<string, string>> = {
  'scan-kinds.ts': 'things',
  'member-permissions.ts': 'rights',
  'event-types.ts': 'events',
  'import-kinds.ts': 'imports',
}

/**
 * A page needs one part of what nouns declare, and a module is in one file. So whoever collects a part gets the declarations
 * as modules of its own, without the other parts and what only those import.
 */
const partsOfNouns = (): Plugin => ({
  name: 'parts-of-nouns',
  apply: 'build',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (!importer?.includes('/contract/src/') || !/\/(nouns|[\w-]+-noun)\.ts$/.test(source))
        return null
      const [file = '', part = collected[file.replace(/^.*\//, '')]] = importer.split('?')
      const found = await this.resolve(source, file, { ...options, skipSelf: true })
      return found && part ? { ...found, id: `${found.id}?${part}` } : found
    },
  },
  transform(code, id) {
    const [, part] = /-?nouns?\.ts\?(\w+)$/.exec(id) ?? []
    if (part === undefined) return null
    const { body } = this.parse(code)
    const textOf = ({ start, end }: { start: number; end: number }) => code.slice(start, end)
    const rest = body
      .filter(({ type }) => type !== 'ImportDeclaration')
      .filter(
        (one) =>
          one.type !== 'ExportNamedDeclaration' ||
          new RegExp(`^export const (${part}|merged) `).test(textOf(one)),
      )
      .map(textOf)
      .join('\n')
    const imports = body.filter(
      (one) =>
        one.type === 'ImportDeclaration' &&
        one.specifiers.some(({ local }) => new RegExp(`\\b${local.name}\\b`).test(rest)),
    )
    return [...imports.map(textOf), rest].join('\n')
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
    withoutPrintable(),
    withoutServerParts(),
    partsOfNouns(),
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
