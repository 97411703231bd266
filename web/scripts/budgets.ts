import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sitePages } from '../src/app/paths.ts'

/*
 * Compares what the built pages make a browser load with web/budgets.json, by what stands in their documents. Those of
 * the floor share a document: theirs by the graph of their modules.
 */
type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>
type Weights = Record<string, number>
type Kind = 'sign-in' | 'dashboard' | 'workspace' | 'floor'
type Budgets = {
  /** Each document of the application, and its font. */
  documents: { html: number; font: number }
  /** Files loaded by every page of a kind, and by every document of the application. */
  frames: Record<'application' | Kind, Weights>
  /** Files a page adds to the frame of its kind. */
  pages: Record<Kind, Weights>
  /** Each public page by itself. */
  site: Record<'html' | 'css' | 'js' | 'font' | 'images' | 'all', number>
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const readJson = (path: string): unknown => JSON.parse(readFileSync(here(path), 'utf8'))
const dist = (file: string) => here(`../dist/${file.replace(/^\//, '')}`)

/** The files a browser needs before it can run these modules: their static imports, all the way. */
function closure(manifest: Manifest, modules: readonly string[]) {
  const seen = new Set<string>()
  const files = { js: new Set<string>(), css: new Set<string>() }
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no module ${name}; budgets.json names it.`)
    files.js.add(chunk.file)
    for (const file of chunk.css ?? []) files.css.add(file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  modules.forEach(visit)
  return files
}

const compressed = (text: string | Buffer) => gzipSync(text, { level: 9 }).length
const inKilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10

const sizes = new Map<string, number>()
/** In KB with one decimal; fonts and pictures are compressed by themselves. */
function kilobytes(files: Iterable<string>): number {
  let bytes = 0
  for (const file of new Set(files)) {
    const content = readFileSync(dist(file))
    const isText = /\.(html|js|css)$/.test(file)
    const known = sizes.get(file) ?? (isText ? compressed(content) : content.length)
    sizes.set(file, known)
    bytes += known
  }
  return inKilobytes(bytes)
}

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

const sheetsOf = (html: string) => all(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g)
/** The letters every page needs; those of other alphabets come when one of them does. */
const fontsOf = (css: string) => all(css, /url\(([^)]+inter-basic[^)]+\.woff2)\)/g)

/**
 * A public page as a visitor with this theme loads it, with its style sheet in it; what a closed
 * dialog holds waits.
 */
function siteWeights(path: string, theme: 'light' | 'dark'): Weights {
  const source = readFileSync(dist(`${path}/index.html`), 'utf8')
  const html = source.replace(/<dialog.*?<\/dialog>/gs, '')
  const css = all(html, /<style>(.*?)<\/style>/gs).join('')
  const ofTheme = (image: string) => image.includes(`-${theme}.`)
  const weights = {
    html: inKilobytes(compressed(source.replace(css, ''))),
    css: inKilobytes(compressed(css)),
    js: kilobytes(all(html, /<script[^>]* src="([^"]+)"/g)),
    font: kilobytes(fontsOf(css)),
    images: kilobytes(all(html, /<img[^>]* src="([^"]+)"/g).filter(ofTheme)),
  }
  const sum = Object.values(weights).reduce((sum, weight) => sum + weight * 10, 0)
  return { ...weights, all: Math.round(sum) / 10 }
}

/** Prints one line and says whether every weight is within its budget. */
function keeps(name: string, used: Weights, budget: Weights): boolean {
  const isKept = Object.keys(budget).every((kind) => (used[kind] ?? 0) <= (budget[kind] ?? 0))
  const words = Object.entries(budget).map(([kind, most]) => `${kind} ${used[kind]} of ${most}`)
  process.stdout.write(
    `${(isKept ? 'ok' : 'OVER').padEnd(5)}${name.padEnd(52)}${words.join(', ')}\n`,
  )
  return isKept
}

const manifest = readJson('../dist/.vite/manifest.json') as Manifest
const { documents, frames, pages, site } = readJson('../budgets.json') as Budgets
const results: boolean[] = []

type Files = { name: string; html?: string; js: ReadonlySet<string>; css: ReadonlySet<string> }

/** Returns the scripts and style sheets that the document of a page names. */
function filesOf(name: string, file: string): Files {
  const html = readFileSync(dist(file), 'utf8')
  const js = all(html, /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)
  return { name, html: file, js: new Set(js), css: new Set(sheetsOf(html)) }
}

/** Compares what all pages of a kind load, their frame, and what each of them adds. */
function keepsKind(kind: 'application' | Kind, files: readonly Files[]) {
  const isFrame = (type: 'js' | 'css', file: string) => files.every((page) => page[type].has(file))
  const weigh = ({ js, css }: Files, inFrame: boolean): Weights => ({
    js: kilobytes([...js].filter((file) => isFrame('js', file) === inFrame)),
    css: kilobytes([...css].filter((file) => isFrame('css', file) === inFrame)),
  })
  const [first] = files
  if (!first) throw new Error(`The build has no page of the kind ${kind}.`)
  results.push(keeps(`frame of ${kind}`, weigh(first, true), frames[kind]))
  for (const page of files) {
    const html = page.html && { html: kilobytes([page.html]) }
    const budget = {
      ...(html && { html: documents.html }),
      ...(kind !== 'application' && pages[kind]),
    }
    results.push(keeps(page.name, { ...html, ...weigh(page, false) }, budget))
  }
}

const kindOf = (address: string): Kind =>
  address.startsWith('$platform/app')
    ? 'workspace'
    : address.startsWith('dashboard')
      ? 'dashboard'
      : 'sign-in'

keepsKind('application', [filesOf('every page', 'app.html')])
const shells = readdirSync(dist('shells'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace(/\.html$/, ''))
  .filter((address) => address !== '$platform/app/floor')
  .sort()
for (const [kind, addresses = []] of Object.entries(Object.groupBy(shells, kindOf)))
  keepsKind(
    kind as Kind,
    addresses.map((address) => filesOf(address, `shells/${address}.html`)),
  )
const floorPages = Object.keys(manifest).filter((module) =>
  /^src\/floor\/[\w-]+\/\w+Page\.tsx$/.test(module),
)
keepsKind(
  'floor',
  floorPages.map((page) => ({
    name: page.replace(/.*\/|\.tsx$/g, ''),
    ...closure(manifest, ['floor.html', page]),
  })),
)
const styles = sheetsOf(readFileSync(dist('app.html'), 'utf8'))
  .map((sheet) => readFileSync(dist(sheet), 'utf8'))
  .join('')
results.push(keeps('their font', { font: kilobytes(fontsOf(styles)) }, { font: documents.font }))
for (const path of sitePages)
  for (const theme of ['light', 'dark'] as const)
    results.push(keeps(`${path} ${theme}`, siteWeights(path, theme), site))
if (!results.every(Boolean)) {
  process.stderr.write('A page weighs more than web/budgets.json allows.\n')
  process.exitCode = 1
}
