import { lazy, Suspense, useState } from 'react'
import { SearchBox } from '../../parts/SearchBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { countActive, type FilterChange, type PlatformFilter } from './filter.ts'

const PlatformFilterMenu = lazy(() =>
  import('./PlatformFilterMenu.tsx').then((file) => ({ default: file.PlatformFilterMenu })),
)

type Props = {
  filter: PlatformFilter
  onChange: (change: FilterChange) => void
  /** How many are shown, and of how many; undefined until known. */
  found: number | undefined
  total: number | undefined
}

/** Search box, filter and the number of platforms they leave. */
export function PlatformToolbar({ filter, onChange, found, total }: Props) {
  const [early, setEarly] = useState(false)
  const active = countActive(filter)
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
        <Suspense fallback={<Button onClick={() => setEarly(true)}>Filter</Button>}>
          <PlatformFilterMenu filter={filter} startOpen={early} onChange={onChange} />
        </Suspense>
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
