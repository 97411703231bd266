import type { ReactNode } from 'react'

/** The head line of a public page, what it is about in one sentence, and its actions. */
export function PageHead({
  title,
  children,
  actions,
}: {
  title: string
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mb-12 max-w-2xl">
      <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
      <p className="mt-4 text-lg text-muted">{children}</p>
      {actions && <div className="mt-8 flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}
