import { useEffect, useRef, type ReactNode } from 'react'
import { setTitle } from '../app/title.ts'
import { Link } from './Link.tsx'

/** Names the document; while an ErrorBox is shown 'Error: ' stands in front. Ours end in Stowage. */
export function useTitle(title: string) {
  useEffect(() => setTitle(title), [title])
}

let isFirstPage = true

/**
 * The heading of a page. After a navigation it takes the focus, so readers hear where they
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
  /** The list that the shown record belongs to. */
  above?: { name: string; href: string }
  /** The views this page is one of, beside its title. */
  tabs?: ReactNode
  /** The one primary action, and at most one more. */
  actions?: ReactNode
  /** A list follows, which stands close to the title. */
  isList?: boolean
  children: ReactNode
}

/** One line of title, views and actions over the content of one address. */
export function Page(props: Props) {
  const {
    title,
    heading = title,
    site = 'Stowage',
    above,
    subtitle,
    tabs,
    actions,
    children,
  } = props
  useTitle(`${title} - ${site}`)
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] ${props.isList ? '' : 'gap-4'}`}>
      <header className="bar flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        {above && (
          <nav aria-label="Breadcrumb" className="text-sm text-muted">
            <Link href={above.href} className="link">
              {above.name}
            </Link>
            <span aria-hidden className="ps-3">
              /
            </span>
          </nav>
        )}
        <Heading className="text-xl wrap-anywhere">{heading}</Heading>
        {subtitle && (
          <div className="text-sm text-muted max-sm:order-last max-sm:w-full">{subtitle}</div>
        )}
        {tabs}
        {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
