import { Menu } from 'lucide-react'
import { paths } from '../app/paths.ts'
import { product } from './content.ts'
import { Logo } from './Logo.tsx'

const entries = [
  { href: paths.features, label: 'Features' },
  { href: paths.benefits, label: 'Benefits' },
  { href: paths.pricing, label: 'Pricing' },
  { href: paths.about, label: 'About' },
]

/**
 * Holds both states of the visitor; `data-auth` on the document shows one of them. Nothing moves
 * when it is known, and without a script 'Sign In' stands there.
 */
export function SiteHeader({ path }: { path: string }) {
  const current = (href: string) => (href === path ? 'page' : undefined)
  return (
    <header className="relative border-b border-line bg-surface">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 py-3">
        <a
          href={paths.home}
          aria-current={current(paths.home)}
          className="flex min-h-11 items-center gap-2.5 text-xl font-semibold tracking-tight"
        >
          <Logo />
          {product.name}
        </a>
        <button
          type="button"
          id="menu-button"
          className="button menu-button"
          aria-expanded="false"
          aria-controls="menu"
        >
          <Menu size={18} />
          Menu
        </button>
        <nav id="menu" className="menu" aria-label="Main">
          <ul>
            {entries.map(({ href, label }) => (
              <li key={href}>
                <a href={href} aria-current={current(href)} className="nav-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <div className="account">
            <a href={paths.login} className="button when-out">
              Sign In
            </a>
            <a href={paths.dashboard} className="button when-in">
              Dashboard
            </a>
            <button type="button" id="sign-out" className="nav-link when-in">
              Sign Out
            </button>
          </div>
        </nav>
      </div>
    </header>
  )
}
