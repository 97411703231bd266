import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { isFont } from './font.ts'

/** The modules each kind of page begins with, below web/. `shells/<name>.html` is what it shows until they have come. */
const shells = {
  'sign-in': ['src/identity/AuthFrame.tsx', 'src/identity/sessions/LoginPage.tsx'],
  dashboard: ['src/operator/Shell.tsx', 'src/app/preferences.ts'],
  workspace: [
    'src/workspace/WorkspaceShell.tsx',
    'src/workspace/rights.ts',
    'src/workspace/nouns.ts',
  ],
  // Its document names them by itself.
  floor: [],
}

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

/** Parts that are loaded later and that a page of the floor needs without a connection too. */
const laterParts = /\/web\/src\/(orders\/floor\/\w+|parts\/(Offline|Toaster)|help\/HelpSheet)\.tsx$/

/** What the worker of the floor keeps: the scripts of its pages and their dialogs, the style sheet and the font. */
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

/**
 * Writes the application's document once for each kind of page: with a static shell in it, and with its first
 * scripts named, so the browser does not learn of them only when the application runs.
 */
export const shellDocuments = (): Plugin => ({
  name: 'shell-documents',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [name, modules] of Object.entries(shells)) {
        const document = bundle[name === 'floor' ? 'floor.html' : 'app.html']
        const html = document?.type === 'asset' ? String(document.source) : ''
        if (!html.includes(root)) this.error(`The document of ${name} has no place for a shell`)
        const files = modules.map((module) => filesOf(bundle, module))
        const missing = modules.find((_, at) => files[at]?.length === 0)
        if (missing) this.error(`The build has no module ${missing}; shells.ts names it`)
        const links = [...new Set(files.flat())]
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
        const early = name === 'sign-in' ? [] : ['<script src="/early.js"></script>']
        const shell = readFileSync(join(import.meta.dirname, `shells/${name}.html`), 'utf8')
        const source = html
          .replace('</head>', [...links, ...early, '</head>'].join('\n'))
          .replace(root, root + shell)
        this.emitFile({ type: 'asset', fileName: `shells/${name}.html`, source })
      }
      this.emitFile({ type: 'asset', fileName: 'floor-worker.js', source: floorWorker(bundle) })
    },
  },
})
