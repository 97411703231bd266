import { useEffect, useRef, type ReactNode } from 'react'
import { setTitle } from '../title.ts'

/** Names the document; while an ErrorBox is shown 'Error: ' stands in front. Ours end in Stowage. */
export function useTitle(title: string) {
  useEffect(() => setTitle(title), [title])
}

let isFirstPage = true

/**
 * The heading of a page. After a navigation it takes the focus, so that readers hear where they
 * are and the next Tab begins at the top; on the first load the browser's own order stays.
 */
export function Heading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A page one comes to in order to type has put the focus where that is done.
    const isTyping = document.activeElement?.matches('main input, main textarea')
    if (!isFirstPage && !isTyping) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}

type Props = {
  title: string
  /** The words of the h1 where they are not the title. */
  heading?: string
  /** After the dash of the document's title; the workspace gives its own name. */
  site?: string
  subtitle?: ReactNode
  /** The one primary action, and at most one more. */
  actions?: ReactNode
  children: ReactNode
}

/** Title, subtitle and actions over the content of one address. */
export function Page({
  title,
  heading = title,
  site = 'Stowage',
  subtitle,
  actions,
  children,
}: Props) {
  useTitle(`${title} - ${site}`)
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <Heading className="wrap-anywhere">{heading}</Heading>
          {subtitle && <div className="text-muted">{subtitle}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
