import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { product } from './content.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

/** Addresses of the built files; the font is only known after a build. */
export type SiteAssets = { script: string; style: string; font: string | undefined }

type Props = {
  path: string
  title: string
  description: string
  data: Record<string, unknown> | undefined
  assets: SiteAssets
  children: ReactNode
}

/**
 * The whole document of a public page. Addresses are relative to the host, because one build
 * serves under any: tags that demand a full address (og:url, og:image) are left out.
 */
export function Document({ path, title, description, data, assets, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="canonical" href={path} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={product.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta name="twitter:card" content="summary" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.font && (
          <link rel="preload" as="font" type="font/woff2" href={assets.font} crossOrigin="" />
        )}
        <script src="/head.js" />
        <link rel="stylesheet" href={assets.style} />
        <script type="module" src={assets.script} />
        {data && (
          <script type="application/ld+json">
            {JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll(
              '<',
              '\\u003c',
            )}
          </script>
        )}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <SiteHeader path={path} />
        <Notice />
        <main id="main" tabIndex={-1} className={path === paths.home ? '' : 'py-12 sm:py-16'}>
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  )
}

/** Says why a visitor was sent here; filled by the script, and never moves the page. */
function Notice() {
  return (
    <div id="notice" className="notice" role="status">
      <p />
      <button type="button" className="button" hidden>
        Dismiss
      </button>
    </div>
  )
}
