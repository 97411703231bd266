import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>
type Budget = { pages: string[]; js: number; css: number }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const readJson = (path: string): unknown => JSON.parse(readFileSync(here(path), 'utf8'))

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

const sizes = new Map<string, number>()
function kilobytes(files: Set<string>): number {
  let bytes = 0
  for (const file of files) {
    const known =
      sizes.get(file) ?? gzipSync(readFileSync(here(`../dist/${file}`)), { level: 9 }).length
    sizes.set(file, known)
    bytes += known
  }
  return Math.round(bytes / 102.4) / 10
}

const manifest = readJson('../dist/.vite/manifest.json') as Manifest
const { routes } = readJson('../budgets.json') as { routes: Record<string, Budget> }
let isOver = false
for (const [name, { pages, js, css }] of Object.entries(routes)) {
  const files = closure(manifest, ['app.html', ...pages])
  const used = { js: kilobytes(files.js), css: kilobytes(files.css) }
  const over = used.js > js || used.css > css
  isOver ||= over
  const mark = over ? 'OVER' : 'ok'
  process.stdout.write(
    `${mark.padEnd(5)}${name.padEnd(18)}js ${used.js} of ${js}, css ${used.css} of ${css}\n`,
  )
}
if (isOver) {
  process.stderr.write('A page weighs more than web/budgets.json allows.\n')
  process.exitCode = 1
}
