import { renderToStaticMarkup } from 'react-dom/server'
import { Document, type SiteAssets } from './Document.tsx'
import { pages } from './pages.ts'

/** The document of a public page as HTML. Fails for a path that is none. */
export function render(path: string, assets: SiteAssets): string {
  const page = pages[path]
  if (!page) throw new Error(`${path} is not a public page`)
  const { Page, title, description, data } = page
  const html = renderToStaticMarkup(
    <Document path={path} title={title} description={description} data={data} assets={assets}>
      <Page />
    </Document>,
  )
  return `<!doctype html>${html}`
}
