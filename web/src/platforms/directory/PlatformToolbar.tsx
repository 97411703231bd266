import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useCommands } from '../../parts/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { countActive, type FilterChange, type PlatformFilter } from './filter.ts'

const PlatformFilterMenu = lazy(() =>
  import('./PlatformFilterMenu.tsx').then((file) => ({ default: file.PlatformFilterMenu })),
)

const pause = 250

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
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <SearchBox q={filter.q} onChange={(q) => onChange({ q })} />
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
      </div>
      <p role="status" className="min-h-5 text-sm text-muted">
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

/** Searches while typing; the address follows when the typing rests, and leads when it changes. */
function SearchBox({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const [typed, setTyped] = useState(q)
  const [seen, setSeen] = useState(q)
  const [typing, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (q !== seen) {
    setSeen(q)
    if (!typing) setTyped(q)
  }

  const change = (text: string) => {
    setTyped(text)
    setTyping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setTyping(false)
      onChange(text)
    }, pause)
  }
  const box = useRef<HTMLInputElement>(null)
  useCommands([
    {
      name: 'Search the platforms',
      section: 'On this page',
      keys: '/',
      run: () => box.current?.focus(),
    },
  ])
  return (
    <div className="w-full max-w-sm">
      <TextField
        ref={box}
        label="Name or path"
        type="search"
        placeholder="Search platforms..."
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  )
}
