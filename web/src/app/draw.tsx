import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'

/** Milliseconds: only who installs the application needs its manifest, whose pictures come with it. */
const later = 3_000

function nameManifest(href: string) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'manifest', href })
  document.head.append(link)
}

/** Draws the pages of a document. Its shell stays until they are ready and can take its place. */
export function draw(pages: ReactNode, manifest: string, ready: Promise<unknown>) {
  setTimeout(() => nameManifest(manifest), later)
  const root = document.getElementById('root')
  if (!root) return
  void ready.finally(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>{pages}</QueryClientProvider>
      </StrictMode>,
    ),
  )
}
