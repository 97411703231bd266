import { X } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'

export type Filter = {
  /** Its key in the address. */
  key: string
  label: string
  /** Undefined or empty is no filter. */
  value: string | undefined
  /** Without the one for no filter. */
  options: readonly { value: string; label: string }[]
  /** What it says without a choice. */
  none?: string
  /** Always there; the others wait behind 'Add filter'. */
  promoted?: boolean
}

type Props = {
  /** The SearchBox. */
  children?: ReactNode
  filters: readonly Filter[]
  /** Undefined takes the filter away. */
  onChange: (change: Record<string, string | undefined>) => void
  /** Something is searched for, which 'Clear all' takes away too. */
  q?: string
}

/** What a list is narrowed to: the search, a few choices, the rest on demand, and each as a chip. */
export function FilterBar({ children, filters, onChange, q = '' }: Props) {
  const [added, setAdded] = useState<readonly string[]>([])
  const bar = useRef<HTMLDivElement>(null)
  const active = filters.filter(({ value }) => value)
  const isShown = ({ key, value, promoted }: Filter) =>
    Boolean(promoted) || Boolean(value) || added.includes(key)
  const waiting = filters.filter((filter) => !isShown(filter))
  const focus = (key: string) => bar.current?.querySelector<HTMLElement>(`[name="${key}"]`)?.focus()
  const add = (key: string) => {
    flushSync(() => setAdded([...added, key]))
    focus(key)
  }
  const remove = (keys: readonly string[]) => {
    setAdded(added.filter((key) => !keys.includes(key)))
    onChange(Object.fromEntries(keys.map((key) => [key, undefined])))
  }
  return (
    <div ref={bar} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {children}
        {filters.filter(isShown).map(({ key, label, value, options, none = 'Any' }) => (
          <div key={key} className="min-w-36 max-sm:grow">
            <Select
              name={key}
              label={label}
              value={value ?? ''}
              options={[{ value: '', label: none }, ...options]}
              onChange={({ target }) => onChange({ [key]: target.value || undefined })}
            />
          </div>
        ))}
        {waiting.length > 0 && (
          <div className="min-w-36 max-sm:grow">
            <Select
              label="Add filter"
              value=""
              options={[
                { value: '', label: 'Choose…' },
                ...waiting.map(({ key, label }) => ({ value: key, label })),
              ]}
              onChange={({ target }) => add(target.value)}
            />
          </div>
        )}
      </div>
      {(active.length > 0 || q !== '') && (
        <div className="flex flex-wrap items-center gap-2">
          <ul role="list" aria-label="Filters in force" className="flex flex-wrap gap-2">
            {active.map((filter) => (
              <li key={filter.key} className="flex">
                <Chip
                  filter={filter}
                  onOpen={() => focus(filter.key)}
                  onRemove={() => remove([filter.key])}
                />
              </li>
            ))}
          </ul>
          <Button
            look="quiet"
            className="px-2!"
            onClick={() => {
              setAdded([])
              onChange({
                q: undefined,
                ...Object.fromEntries(filters.map(({ key }) => [key, undefined])),
              })
            }}
          >
            Clear all
          </Button>
        </div>
      )}
    </div>
  )
}

type ChipProps = { filter: Filter; onOpen: () => void; onRemove: () => void }

/** A filter in force: its words lead to where it is set, the cross takes it away. */
function Chip({ filter: { label, value, options }, onOpen, onRemove }: ChipProps) {
  const words = options.find((option) => option.value === value)?.label ?? value
  return (
    <span className="badge inline-flex items-center rounded-full border border-transparent bg-accent-soft text-sm text-accent-ink">
      <button type="button" className="min-h-8 rounded-full ps-3 pe-1" onClick={onOpen}>
        {`${label}: ${words}`}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${label}`}
        className="grid size-8 place-items-center rounded-full hover:bg-hover"
        onClick={onRemove}
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  )
}
