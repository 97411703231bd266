import { Link } from '../../parts/Link.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

/** The views of the stock, each with an address of its own. */
export function StockTabs() {
  const paths = usePaths()
  const tabs = [
    { name: 'By place', href: paths.stock() },
    { name: 'By item', href: paths.levels },
    { name: 'Grid', href: paths.grid() },
    { name: 'At a moment', href: paths.asOf },
    { name: 'Adjustments', href: paths.adjustments() },
  ]
  return (
    <nav aria-label="Views of the stock" className="border-b border-line">
      <ul role="list" className="-mb-px flex flex-wrap gap-x-1">
        {tabs.map(({ name, href }) => (
          <li key={name}>
            <Link
              href={href}
              current="here"
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
