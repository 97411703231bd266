import { Link } from './Link.tsx'

type Tab = {
  name: string
  href: string
  /** True if this view is open. For views that differ in more than their path. */
  isOpen?: boolean
}
type Props = { label: string; tabs: readonly Tab[] }

/** Views beside the title of a page, each with an address of its own. */
export function ViewTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="min-w-0 max-sm:order-last max-sm:w-full">
      <ul role="list" className="flex gap-x-0.5 max-sm:overflow-x-auto">
        {tabs.map(({ name, href, isOpen }) => (
          <li key={name}>
            <Link
              href={href}
              {...(isOpen === undefined
                ? { current: 'here' as const }
                : isOpen && { 'aria-current': 'page' as const })}
              className="inline-flex min-h-8 items-center rounded-control px-2.5 text-sm whitespace-nowrap text-muted hover:text-text aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-text pointer-coarse:min-h-11"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
