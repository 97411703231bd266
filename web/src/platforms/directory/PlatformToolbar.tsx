import { Suspense, useState } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { countActive, type FilterChange, type PlatformFilter } from './filter.ts'

const loadMenu = () => import('./PlatformFilterMenu.tsx')
const PlatformFilterMenu = lazyPart(loadMenu, 'PlatformFilterMenu')

type Props = {
  filter: PlatformFilter
  onChange: (change: FilterChange) => void
  /** How many are shown, and of how many; undefined until known. */
  found: number | undefined
  total: number | undefined
}

/** Search box, filter and the number of platforms they leave. */
export function PlatformToolbar({ filter, onChange, found, total }: Props) {
  const [isWanted, setWanted] = useState(false)
  const active = countActive(filter)
  const button = (
    <Button
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void loadMenu().catch(() => {})}
      onClick={() => setWanted(true)}
    >
      Filter
    </Button>
  )
  return (
    <div className="bar flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <SearchBox
        label="Name or path"
        placeholder="Search platforms..."
        command="Search the platforms"
        q={filter.q}
        onChange={(q) => onChange({ q })}
      />
      <div className="flex items-center gap-2">
        {isWanted ? (
          <Suspense fallback={button}>
            <PlatformFilterMenu filter={filter} onChange={onChange} />
          </Suspense>
        ) : (
          button
        )}
        {active > 0 && (
          <span className="badge rounded-full border border-transparent bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent-ink">
            <span className="sr-only">Active filters: </span>
            {active}
          </span>
        )}
      </div>
      <p role="status" className="ms-auto min-h-5 text-sm text-muted">
        {found !== undefined && total !== undefined && countOf(found, total)}
      </p>
    </div>
  )
}

function countOf(found: number, total: number): string {
  if (total === 0) return ''
  if (found < total) return `Showing ${found} of ${total}`
  return total === 1 ? '1 platform' : `${total} platforms`
}
