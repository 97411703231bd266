import { fileURLToPath } from 'node:url'
import { publicUrlPlaceholder } from '@stowage/contract/public-url'
import { runnerImport, type Plugin } from 'vite'
import { isFont } from './font.ts'
import { sitePages } from './src/app/paths.ts'
import type * as Site from './src/site/render.tsx'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const renderer = '/src/site/render.tsx'
const source = {
  script: '/src/site/site.ts',
  style: { address: '/src/site/site.css' },
  font: '/src/app/inter-basic.woff2',
}

/** `/` is index.html, `/features` is features/index.html. */
const fileOf = (path: string) => `${path.slice(1)}/index.html`.replace(/^\//, '')

/**
 * The public pages as plain documents: rendered once by the build, and for each request in
 * development. They load their own small script and nothing of the application; their style sheet is
 * in them, so that a phone needs no second journey to paint one.
 */
export function site(): Plugin {
  return {
    name: 'site',
    config: () => ({
      build: {
        rolldownOptions: {
          input: {
            site: here(`.${source.script}`),
            'site-style': here(`.${source.style.address}`),
          },
        },
      },
    }),

    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (!sitePages.includes(pathname)) return next()
        try {
          const { render } = (await server.ssrLoadModule(renderer)) as typeof Site
          const html = render(pathname, {
            ...source,
            origin: `http://${request.headers.host}`,
          })
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(await server.transformIndexHtml(pathname, html))
        } catch (error) {
          next(error)
        }
      })
    },

    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const find = (wanted: (file: string) => boolean) => Object.keys(bundle).find(wanted)
        const script = find((file) => /\/site-[^/]*\.js$/.test(file))
        const sheet = find((file) => /\/site-style-[^/]*\.css$/.test(file)) ?? ''
        const style = bundle[sheet]
        const font = find(isFont)
        if (!script || style?.type !== 'asset' || !font)
          this.error('The script, the style sheet or the font of the site is missing')
        Reflect.deleteProperty(bundle, sheet)

        const { module } = await runnerImport<typeof Site>(renderer, { root: here('.') })
        for (const path of sitePages) {
          const source = module.render(path, {
            script: `/${script}`,
            font: `/${font}`,
            style: { text: String(style.source).trim() },
            origin: publicUrlPlaceholder,
          })
          this.emitFile({ type: 'asset', fileName: fileOf(path), source })
        }
      },
    },
  }
}
