import type { Home } from '@stowage/contract/warehouse/home'
import { formatCount, formatDay } from '../format.ts'
import { Link } from '../parts/Link.tsx'
import { tiles } from './home.ts'
import { usePaths } from './warehouses.ts'

/** What waits to be done: how much, since when, and the way there. */
export function TodayTiles({ today }: { today: Home['today'] }) {
  const to = usePaths()
  return (
    <section aria-labelledby="today" className="grid gap-3">
      <h2 id="today">Today</h2>
      <ul role="list" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {today.map(({ tile, count, oldestAt }) => {
          const { name, definition, href } = tiles[tile]
          return (
            <li key={tile} className="card grid content-start gap-1 p-4">
              <Link href={href(to)} className="link w-fit font-medium">
                {name}
              </Link>
              <p className="text-2xl font-semibold tabular-nums">{formatCount(count)}</p>
              <p className="text-sm text-muted">{definition}</p>
              {count > 0 && oldestAt !== null && (
                <p className="text-sm text-muted">
                  {'Oldest: '}
                  <time dateTime={oldestAt}>{formatDay(oldestAt)}</time>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
