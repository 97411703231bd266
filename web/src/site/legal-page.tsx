import { Fragment } from 'react'
import { formatCalendarDay } from '../app/format.ts'
import { effectiveOn } from './content.ts'
import type { LegalText } from './legal.tsx'

/** Returns the page of a text to read: title, date, sections. */
export const legalPage =
  ({ title, sections }: LegalText) =>
  () => (
    <article className="wrap">
      <div className="prose py-12 sm:py-16">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        <p className="text-muted">
          Effective <time dateTime={effectiveOn}>{formatCalendarDay(effectiveOn)}</time>. This is a
          template. The operator of this installation is responsible for the final wording.
        </p>
        {Object.entries(sections).map(([heading, section]) => (
          <Fragment key={heading}>
            <h2>{heading}</h2>
            {typeof section === 'string' ? <p>{section}</p> : section}
          </Fragment>
        ))}
      </div>
    </article>
  )
