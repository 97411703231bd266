import type { ReactNode } from 'react'

/** The band at the top of a public page: its head line, what it is about, and its actions. */
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
    <div className="band">
      <div className="wrap py-14 sm:py-20">
        <div className="max-w-2xl">
          <h1 className="text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
            {title}
          </h1>
          <p className="mt-4 text-lg text-pretty text-muted">{children}</p>
          {actions && <div className="mt-8 flex flex-wrap gap-3">{actions}</div>}
        </div>
      </div>
    </div>
  )
}
