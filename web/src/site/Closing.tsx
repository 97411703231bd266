import type { ReactNode } from 'react'

/** The last word of a public page and where to go from there. */
export function Closing({
  title,
  children,
  actions,
}: {
  title: string
  children: ReactNode
  actions: ReactNode
}) {
  return (
    <section aria-labelledby="closing" className="closing">
      <div className="max-w-2xl">
        <h2 id="closing" className="heading">
          {title}
        </h2>
        <p className="mt-3 text-pretty text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </section>
  )
}
