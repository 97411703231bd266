import { X } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/Button.tsx'

export type Filter = {
  /** Its key in the address. */
  key: string
  label: string
  /** Undefined or empty is no filter. */
  value: string | undefined
  /** Without the one for no filter. */
  options: readonly { value: string; label: string }[]
  /** Label when nothing is chosen. */
  none?: string
  /** Always there; the others wait behind 'Filter'. */
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
  /** At the far end: how many rows there are, and what changes the look of the table. */
  end?: ReactNode
  /** Other choices, after the filters. */
  more?: ReactNode
}

/** One row: the search, each filter with its choice in it, the rest on demand. */
export function FilterBar({ children, filters, onChange, q = '', end, more }: Props) {
  const [added, setAdded] = useState<readonly string[]>([])
  const bar = useRef<HTMLDivElement>(null)
  const active = filters.filter(({ value }) => value)
  const isShown = ({ key, value, promoted }: Filter) =>
    Boolean(promoted) || Boolean(value) || added.includes(key)
  const waiting = filters.filter((filter) => !isShown(filter))
  const add = (key: string) => {
    flushSync(() => setAdded([...added, key]))
    bar.current?.querySelector<HTMLElement>(`[name="${key}"]`)?.focus()
  }
  const remove = (key: string) => {
    setAdded(added.filter((one) => one !== key))
    onChange({ [key]: undefined })
    // The cross goes with the filter; where the filter stays its choice takes the focus.
    bar.current?.querySelector<HTMLElement>(`[name="${key}"]`)?.focus()
  }
  return (
    <div ref={bar} className="bar filters">
      {children}
      <div
        className="picks"
        // On a phone they are scrolled sideways, and the browser is content with the half of one.
        onFocus={({ target }) =>
          target.closest('.pick')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        }
      >
        {filters.filter(isShown).map((filter) => (
          <Pick
            key={filter.key}
            filter={filter}
            onChoice={(value) => onChange({ [filter.key]: value })}
            onRemove={() => remove(filter.key)}
          />
        ))}
        {waiting.length > 0 && (
          <span className="pick">
            <select aria-label="Filter" value="" onChange={({ target }) => add(target.value)}>
              <option value="">+ Filter</option>
              {waiting.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </span>
        )}
        {more}
        {(active.length > 0 || q !== '') && (
          <Button
            look="quiet"
            className="px-2! whitespace-nowrap"
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
        )}
        {end && <div className="ms-auto flex items-center gap-2 whitespace-nowrap">{end}</div>}
      </div>
    </div>
  )
}

type PickProps = {
  filter: Filter
  onChoice: (value: string | undefined) => void
  onRemove: () => void
}

/** A filter with its choice; while one is in force a cross takes it away. */
function Pick({ filter, onChoice, onRemove }: PickProps) {
  const { key, label, value, options, none = 'Any' } = filter
  const id = useId()
  return (
    <span className="pick" {...(value && { 'data-set': '' })}>
      <label htmlFor={id}>{label}</label>
      <span aria-hidden>:</span>
      <select
        id={id}
        name={key}
        value={value ?? ''}
        onChange={({ target }) => onChoice(target.value || undefined)}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {value && (
        <button type="button" aria-label={`Remove the filter ${label}`} onClick={onRemove}>
          <X aria-hidden size={14} />
        </button>
      )}
    </span>
  )
}
