import type { TodayTile } from '@stowage/contract/home-kinds'
import { formatCount, formatDay } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { Bar } from '../../ui/Skeleton.tsx'
import { tiles } from './home.ts'
import { usePaths } from '../warehouses.ts'

type Tile = { tile: TodayTile; count: number | undefined; oldestAt: string | null }

/** Tiles shown until their counts are loaded, which keeps the content below in place. */
const waiting = (Object.keys(tiles) as TodayTile[]).map((tile): Tile => {
  return { tile, count: undefined, oldestAt: null }
})

/** Shows the work waiting today: how much, since when, and a link. `today` is undefined while loading. */
export function TodayTiles({ today = waiting }: { today: readonly Tile[] | undefined }) {
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
              {/* On the line of the number, which is there already: a line more would move the tiles below. */}
              <div className="flex flex-wrap items-baseline gap-x-3">
                <div className="text-2xl font-semibold tabular-nums">
                  {count === undefined ? <Bar className="my-1 h-6 w-10" /> : formatCount(count)}
                </div>
                {count !== undefined && count > 0 && oldestAt !== null && (
                  <span className="text-sm text-muted">
                    {'Oldest: '}
                    <time dateTime={oldestAt}>{formatDay(oldestAt)}</time>
                  </span>
                )}
              </div>
              <p className="text-sm text-muted">{definition}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
