import type { Blocker } from '@stowage/contract/blockers'
import { Link } from '../../parts/Link.tsx'
import { usePaths } from '../warehouses.ts'
import { mentionedIn } from './mentioned.ts'

/** The way to each movement, document and place that stands in the way. */
export function Mentioned({ blockers }: { blockers: readonly Blocker[] }) {
  const mentioned = mentionedIn(blockers, usePaths())
  if (mentioned.length === 0) return null
  return (
    <ul role="list" className="flex flex-wrap gap-x-4 gap-y-1">
      {mentioned.map(({ name, href }) => (
        <li key={href}>
          <Link href={href} className="link">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
