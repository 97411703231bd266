import type { ReactNode } from 'react'
import { product } from './content.ts'
import { graphOf, type Things } from './structured-data.ts'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

/**
 * Addresses of the built files, and the text of the style sheet once it is built; `origin` has no slash
 * at its end.
 */
export type SiteAssets = {
  script: string
  style: { address: string } | { text: string }
  font: string
  origin: string
}

type Props = {
  path: string
  title: string
  description: string
  data: Things
  assets: SiteAssets
  children: ReactNode
}

/** The whole document of a public page. */
export function Document({ path, title, description, data, assets, children }: Props) {
  const { script, style, font, origin } = assets
  const address = `${origin}${path}`
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <script src="/head.js" />
        {'text' in style ? (
          <style>{style.text}</style>
        ) : (
          <link rel="stylesheet" href={style.address} />
        )}
        <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
        <script type="module" src={script} />
        <link rel="canonical" href={address} />
        <Preview address={address} title={title} description={description} origin={origin} />
        <Icons />
        <script type="application/ld+json">{asJson(graphOf(data, origin))}</script>
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <SiteHeader path={path} />
        <Notice />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  )
}

/** Renders the preview that other sites and messengers show for a shared address. */
function Preview({
  address,
  title,
  description,
  origin,
}: Record<'address' | 'title' | 'description' | 'origin', string>) {
  const graph = {
    type: 'website',
    site_name: product.name,
    locale: 'en',
    url: address,
    title,
    description,
    image: `${origin}/images/preview.png`,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': `The logo of ${product.name} above shelves with boxes`,
  }
  return (
    <>
      {Object.entries(graph).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function Icons() {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  )
}

/** JSON that may stand in a document: nothing in it can end the element around it. */
const asJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

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
