import { Link } from '../../parts/Link.tsx'
import { usePaths } from '../../workspace/warehouses.ts'

const tabs = [
  { tab: undefined, name: 'You' },
  { tab: 'warehouse', name: 'Stock rules' },
  { tab: 'reasons', name: 'Reasons' },
  { tab: 'access', name: 'Warehouse access' },
  { tab: 'verification', name: 'Integrity check' },
] as const

/** The parts of the settings, each with an address of its own. */
export function SettingsTabs({ open }: { open: string | undefined }) {
  const paths = usePaths()
  return (
    <nav aria-label="Settings" className="border-b border-line">
      <ul role="list" className="-mb-px flex flex-wrap gap-x-1">
        {tabs.map(({ tab, name }) => (
          <li key={name}>
            <Link
              href={tab === undefined ? paths.settings : paths.setup(tab)}
              {...(tab === open && { 'aria-current': 'page' as const })}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text"
            >
              {name}
            </Link>
          </li>
        ))}
        {[
          { name: 'API keys', href: paths.apiKeys },
          { name: 'Webhooks', href: paths.webhooks },
        ].map(({ name, href }) => (
          <li key={name}>
            <Link
              href={href}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm text-muted hover:text-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
