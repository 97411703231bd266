import type { ComponentProps, MouseEvent } from 'react'
import { go, isSameDocument, preload, usePathname } from '../app/navigation.ts'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** From `paths`. */
  href: string
  replace?: boolean
  /** Marks the link of the open page: only there, or on everything below it too. */
  current?: 'here' | 'below'
}

/** A plain click stays in the application; every other one is the browser's. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/**
 * Every link of the application. Within one part of the product it navigates without a load and
 * fetches its page on hover; to another part it is an ordinary link.
 */
export function Link({ href, replace = false, current, ...rest }: Props) {
  const here = usePathname()
  const url = new URL(href, location.origin)
  const inside = isSameDocument(url.pathname, here) && rest.target === undefined
  const isCurrent =
    (current && here === url.pathname) ||
    (current === 'below' && here.startsWith(`${url.pathname}/`))

  const fetchPage = () => {
    if (inside) preload(href)
  }
  return (
    <a
      {...rest}
      href={href}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onPointerEnter={fetchPage}
      onFocus={fetchPage}
      onClick={(event) => {
        rest.onClick?.(event)
        if (!inside || !isPlain(event) || event.defaultPrevented) return
        event.preventDefault()
        go(href, { replace })
      }}
    />
  )
}
