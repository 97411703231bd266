import { Link } from '../../parts/Link.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

/** The views of the stock, each with an address of its own. */
export function StockTabs() {
  const paths = usePaths()
  const tabs = [
    { name: 'By location', href: paths.stock() },
    { name: 'By item', href: paths.levels },
    { name: 'Lots', href: paths.lots() },
    { name: 'Grid', href: paths.grid() },
    { name: 'As of a date', href: paths.asOf },
    { name: 'Adjustments', href: paths.adjustments() },
  ]
  return (
    <nav aria-label="Stock views" className="min-w-0 max-sm:order-last max-sm:w-full">
      <ul role="list" className="flex gap-x-0.5 max-sm:overflow-x-auto">
        {tabs.map(({ name, href }) => (
          <li key={name}>
            <Link
              href={href}
              current="here"
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
