import type { ReactNode } from 'react'
import { effectiveOn } from './content.ts'

const effective = new Date(effectiveOn).toLocaleDateString('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A text to read: title, date, sections. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="wrap">
      <div className="prose">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        <p className="text-muted">
          In force from <time dateTime={effectiveOn}>{effective}</time>. A template to start from:
          the operator of this installation is responsible for its final wording.
        </p>
        {children}
      </div>
    </article>
  )
}
