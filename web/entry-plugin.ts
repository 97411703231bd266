import { runnerImport, type Plugin, type Rolldown } from 'vite'
import type * as FirstScreens from './src/identity/first-screens.tsx'
import { withoutBrowser } from './without-browser.ts'

/** What people come to from outside, by its first segment; `tenant` is a platform's sign-in. */
const entries: Record<string, string[]> = {
  login: ['src/identity/sessions/LoginPage.tsx'],
  disconnected: ['src/identity/sessions/DisconnectedPage.tsx'],
  register: ['src/identity/accounts/RegisterPage.tsx'],
  'verify-email': ['src/identity/accounts/VerifyEmailPage.tsx'],
  'forgot-password': ['src/identity/passwords/ForgotPasswordPage.tsx'],
  'reset-password': ['src/identity/passwords/ResetPasswordPage.tsx'],
  dashboard: ['src/operator/Shell.tsx', 'src/operator/DashboardPage.tsx'],
  tenant: ['src/platforms/tenant-sessions/TenantLoginPage.tsx'],
}

/** What is to be seen of each of them before any script has come. */
const drawScreens = (): Promise<Map<string, string | undefined>> =>
  withoutBrowser(async () => {
    const { module } = await runnerImport<typeof FirstScreens>('/src/identity/first-screens.tsx', {
      root: import.meta.dirname,
    })
    const screens = new Map<string, string | undefined>()
    for (const name of Object.keys(entries)) screens.set(name, await module.drawFirst(`/${name}`))
    return screens
  })

/** Adds the chunks this one cannot run without, itself included. */
function addClosure(bundle: Rolldown.OutputBundle, file: string, files: Set<string>) {
  const output = bundle[file]
  if (output?.type !== 'chunk' || files.has(file)) return
  files.add(file)
  for (const each of output.imports) addClosure(bundle, each, files)
}

const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Lets the page be painted before the application takes the processor; a page in the background
 * paints nothing, and does not wait for it.
 */
const startOf = (
  app: string,
) => `const painted = new Promise((go) => requestAnimationFrame(() => setTimeout(go)))
const late = new Promise((go) => setTimeout(go, 200))
void Promise.race([painted, late]).then(() => import('${app}'))
`

/**
 * The application's document once more for each of these pages, with the page's own scripts named in
 * it, which a browser would otherwise learn of only when the first has arrived and run, and with what is
 * to be seen meanwhile.
 */
export const entryDocuments = (): Plugin => ({
  name: 'entry-documents',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const document = bundle['app.html']
      if (document?.type !== 'asset')
        return this.error('The document of the application is missing')
      const html = String(document.source)
      const chunkOf = (module: string) =>
        Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/${module}`),
        ) ?? this.error(`There is no ${module}`)
      const screens = await drawScreens()
      const begin = this.emitFile({
        ...{ type: 'asset', name: 'start.js' },
        source: startOf(script.exec(html)?.[1] ?? this.error('The document has no script')),
      })
      const start = `<script type="module" src="/${this.getFileName(begin)}"></script>`
      for (const [name, modules] of Object.entries(entries)) {
        const screen = screens.get(name)
        // What the page looks like comes before what it does.
        const low = screen ? ' fetchpriority="low"' : ''
        const files = new Set<string>()
        for (const module of modules) addClosure(bundle, chunkOf(module).fileName, files)
        const links = [...files]
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin${low} href="/${file}">`)
        const linked = html.replace('</head>', `${links.join('')}</head>`)
        const source =
          screen === undefined
            ? linked
            : linked
                .replace(script, `<link rel="modulepreload" crossorigin${low} href="$1">${start}`)
                .replace('<div id="root">', `<div id="root">${screen}`)
        this.emitFile({ type: 'asset', fileName: `entry/${name}.html`, source })
      }
    },
  },
})
