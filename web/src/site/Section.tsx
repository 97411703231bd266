import type { ReactNode } from 'react'

/** A part of a public page under its own heading. `id` is unique on the page. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="heading">
        {title}
      </h2>
      {lead && <p className="mt-3 max-w-2xl text-lg text-pretty text-muted">{lead}</p>}
      <div className="mt-8">{children}</div>
    </section>
  )
}

/** The same with the heading beside its content where there is room: for texts and lists to read. */
export function SideSection({ id, title, lead, children }: Parameters<typeof Section>[0]) {
  return (
    <section aria-labelledby={id} className="grid gap-8 lg:grid-cols-[4fr_8fr]">
      <div>
        <h2 id={id} className="heading">
          {title}
        </h2>
        {lead && <p className="mt-3 text-pretty text-muted">{lead}</p>}
      </div>
      <div>{children}</div>
    </section>
  )
}
