import type { Home } from '@stowage/contract/workspace/home'
import { formatDay, formatShortTime } from '../../app/format.ts'
import { Link } from '../../parts/Link.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { nameOfRecent, pageOfRecent } from './home.ts'
import { SectionHead } from '../SectionHead.tsx'
import { usePaths } from '../warehouses.ts'

/** Shown until the workspace has movements of its own; each says that it is a sample. */
const samples = [
  { what: 'Order SO-10482 packed', when: '12 minutes ago' },
  { what: 'Receipt PO-2231 put away', when: '1 hour ago' },
  { what: 'Count of zone A approved', when: 'yesterday' },
]
const row = 'flex flex-wrap justify-between gap-x-4 py-2'

/** The five things this member touched last. */
export function RecentItems({
  home,
  retry,
}: {
  home: Home | undefined
  retry?: (() => void) | undefined
}) {
  const sample = home !== undefined && !home.hasData
  return (
    <section className="card grid gap-3 p-4">
      <SectionHead title="Recent Items" sample={sample} />
      {home ? (
        sample ? (
          <ul role="list" className="divide-y divide-line text-sm">
            {samples.map(({ what, when }) => (
              <li key={what} className={row}>
                <span>{what}</span>
                <span className="text-muted">{when}</span>
              </li>
            ))}
          </ul>
        ) : (
          <Own recent={home.recent} />
        )
      ) : retry ? (
        <div className="flex items-center gap-3">
          <span>-</span>
          <Button onClick={retry}>Retry</Button>
        </div>
      ) : (
        <Skeleton className="grid gap-3">
          <Bar className="h-5 w-2/3" />
          <Bar className="h-5 w-1/2" />
          <Bar className="h-5 w-2/3" />
        </Skeleton>
      )}
    </section>
  )
}

function Own({ recent }: { recent: Home['recent'] }) {
  const to = usePaths()
  if (recent.length === 0)
    return <p className="text-sm text-muted">Your receipts, moves and changes appear here.</p>
  return (
    <ul role="list" className="divide-y divide-line text-sm">
      {recent.map((item) => (
        <li key={`${item.type} ${item.id}`} className={row}>
          <Link href={pageOfRecent(item, to)} className="link">
            {nameOfRecent(item)}
          </Link>
          <time dateTime={item.at} className="text-muted">
            {`${formatDay(item.at)}, ${formatShortTime(new Date(item.at))}`}
          </time>
        </li>
      ))}
    </ul>
  )
}
