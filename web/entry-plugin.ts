import { build, runnerImport, type Plugin, type Rolldown } from 'vite'
import type * as Documents from './src/app/begin/documents.tsx'
import type { Drawn } from './src/app/begin/documents.tsx'
import { withoutBrowser } from './without-browser.ts'

/** What is to be seen of each page before the application has come, and what it needs. */
const drawDocuments = (): Promise<Map<string, Drawn>> =>
  withoutBrowser(async () => {
    const { module } = await runnerImport<typeof Documents>('/src/app/begin/documents.tsx', {
      root: import.meta.dirname,
    })
    return module.drawDocuments()
  })

/** The first script, in one piece of its own: it must not wait for a part of the application. */
async function bundleBegin(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    publicDir: false,
    build: {
      write: false,
      lib: { entry: 'src/app/begin/begin.ts', formats: ['iife'], name: 'first' },
    },
  })
  const [bundle] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  return bundle?.output[0].code ?? ''
}

/** Adds the chunks this one cannot run without, itself included. */
function addClosure(bundle: Rolldown.OutputBundle, file: string, files: Set<string>) {
  const output = bundle[file]
  if (output?.type !== 'chunk' || files.has(file)) return
  files.add(file)
  for (const each of output.imports) addClosure(bundle, each, files)
}

const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const attribute = (name: string, value: string) =>
  value && ` data-${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
// What the page looks like comes before what it does.
const link = (file: string) =>
  `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`

/** The application's document `html` for one page; `files` are its chunks, `begin` is the first script. */
function documentOf(html: string, drawn: Drawn, files: Iterable<string>, begin: string): string {
  const app = script.exec(html)?.[1] ?? ''
  const links = [...files].filter((file) => !html.includes(file)).map((file) => link(`/${file}`))
  const { html: screen = '', reads, lists } = drawn
  const [seen, picture] = drawn.for === 'everybody' ? [screen, ''] : ['', screen]
  const data =
    attribute('app', app) +
    attribute('reads', reads.join(' ')) +
    attribute('lists', lists.join(' ')) +
    attribute('needs', drawn.needs ?? '')
  const end = [
    picture && `<template data-for="${drawn.for}">${picture}</template>`,
    `<script src="/${begin}"${data}></script>`,
    '</body>',
  ]
  return html
    .replace(script, link(app))
    .replaceAll(
      'modulepreload" crossorigin href',
      'modulepreload" crossorigin fetchpriority="low" href',
    )
    .replace('</head>', `${links.join('')}</head>`)
    .replace('<div id="root">', () => `<div id="root">${seen}`)
    .replace('</body>', () => end.join(''))
}

/**
 * The application's document once more for each of these pages, with the page's own scripts named in
 * it, which a browser would otherwise learn of only when the first has arrived and run, with what is
 * to be seen meanwhile, and with what to ask the server for.
 */
export const entryDocuments = (): Plugin => ({
  name: 'entry-documents',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const document = bundle['app.html']
      if (document?.type !== 'asset' || !script.test(String(document.source)))
        return this.error('The document of the application is missing, or its script')
      const html = String(document.source)
      const chunkOf = (module: string) =>
        Object.values(bundle).find(
          (output) =>
            output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(`/web/${module}`)),
        ) ?? this.error(`There is no ${module}`)
      const source = await bundleBegin()
      const begin = this.getFileName(this.emitFile({ type: 'asset', name: 'begin.js', source }))
      for (const [address, drawn] of await drawDocuments()) {
        const files = new Set<string>()
        for (const module of drawn.modules) addClosure(bundle, chunkOf(module).fileName, files)
        const source = documentOf(html, drawn, files, begin)
        this.emitFile({ type: 'asset', fileName: `entry/${address}.html`, source })
      }
    },
  },
})
