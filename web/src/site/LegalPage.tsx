import type { ReactNode } from 'react'
import { formatCalendarDay } from '../app/format.ts'
import { effectiveOn } from './content.ts'

/** A text to read: title, date, sections. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="wrap">
      <div className="prose py-12 sm:py-16">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        <p className="text-muted">
          Effective <time dateTime={effectiveOn}>{formatCalendarDay(effectiveOn)}</time>. This is a
          template. The operator of this installation is responsible for the final wording.
        </p>
        {children}
      </div>
    </article>
  )
}
