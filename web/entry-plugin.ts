import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport, type Plugin, type Rolldown } from 'vite'
import type * as Frame from './src/identity/AuthFrame.tsx'

type Entry = { modules: string[]; skeleton?: { heading: string; fields: number } }

/** What people come to from outside, by its first segment; `tenant` is a platform's sign-in. */
const entries: Record<string, Entry> = {
  login: {
    modules: ['src/identity/sessions/LoginPage.tsx'],
    skeleton: { heading: 'Welcome back', fields: 2 },
  },
  disconnected: {
    modules: ['src/identity/sessions/DisconnectedPage.tsx'],
    skeleton: { heading: 'Session ended', fields: 0 },
  },
  register: {
    modules: ['src/identity/accounts/RegisterPage.tsx'],
    skeleton: { heading: 'Create your account', fields: 5 },
  },
  'verify-email': {
    modules: ['src/identity/accounts/VerifyEmailPage.tsx'],
    skeleton: { heading: 'Verify your email address', fields: 0 },
  },
  'forgot-password': {
    modules: ['src/identity/passwords/ForgotPasswordPage.tsx'],
    skeleton: { heading: 'Forgot your password?', fields: 1 },
  },
  'reset-password': {
    modules: ['src/identity/passwords/ResetPasswordPage.tsx'],
    skeleton: { heading: 'Set a new password', fields: 2 },
  },
  dashboard: { modules: ['src/operator/Shell.tsx', 'src/operator/DashboardPage.tsx'] },
  tenant: { modules: ['src/platforms/tenant-sessions/TenantLoginPage.tsx'] },
}

/** Adds the chunks this one cannot run without, itself included. */
function addClosure(bundle: Rolldown.OutputBundle, file: string, files: Set<string>) {
  const output = bundle[file]
  if (output?.type !== 'chunk' || files.has(file)) return
  files.add(file)
  for (const each of output.imports) addClosure(bundle, each, files)
}

const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Lets the waiting card be painted before the application takes the processor; a page in the background
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
      const { module: frame } = await runnerImport<typeof Frame>('/src/identity/AuthFrame.tsx', {
        root: import.meta.dirname,
      })
      const begin = this.emitFile({
        ...{ type: 'asset', name: 'start.js' },
        source: startOf(script.exec(html)?.[1] ?? this.error('The document has no script')),
      })
      const start = `<script type="module" src="/${this.getFileName(begin)}"></script>`
      for (const [name, { modules, skeleton }] of Object.entries(entries)) {
        // What the card looks like comes before what it does.
        const low = skeleton ? ' fetchpriority="low"' : ''
        const files = new Set<string>()
        for (const module of modules) addClosure(bundle, chunkOf(module).fileName, files)
        const links = [...files]
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin${low} href="/${file}">`)
        const waiting =
          skeleton && renderToStaticMarkup(createElement(frame.AuthSkeleton, skeleton))
        const linked = html.replace('</head>', `${links.join('')}</head>`)
        const source =
          waiting === undefined
            ? linked
            : linked
                .replace(script, `<link rel="modulepreload" crossorigin${low} href="$1">${start}`)
                .replace('<div id="root">', `<div id="root">${waiting}`)
        this.emitFile({ type: 'asset', fileName: `entry/${name}.html`, source })
      }
    },
  },
})
