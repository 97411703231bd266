import { useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { areaOf } from '../app/paths.ts'
import { parseSearch } from '../app/search.ts'

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
  const router = useRouter()
  const here = useLocation({ select: (location) => location.pathname })
  const url = new URL(href, location.origin)
  const inside = areaOf(url.pathname) === areaOf(here) && rest.target === undefined
  const isCurrent =
    (current && here === url.pathname) ||
    (current === 'below' && here.startsWith(`${url.pathname}/`))

  const preload = () => {
    if (!inside) return
    const search = parseSearch(url.search)
    router.preloadRoute({ to: url.pathname as string, search: search as never }).catch(() => {})
  }
  return (
    <a
      {...rest}
      href={href}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        rest.onClick?.(event)
        if (!inside || !isPlain(event) || event.defaultPrevented) return
        event.preventDefault()
        void router.navigate({ href, replace })
      }}
    />
  )
}
