import { useRef, type KeyboardEvent, type ReactNode } from 'react'

type Props<Id extends string> = {
  label: string
  tabs: readonly { id: Id; name: string }[]
  chosen: Id
  onChoose: (id: Id) => void
  /** The panel of the chosen one. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Views of one thing side by side; arrow keys move between them. Which one belongs in the address. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, children }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex(({ id }) => id === chosen)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step && index + step
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }
  return (
    <div className="grid gap-5">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line"
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === chosen}
            aria-controls="panel"
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
            className="min-h-10 rounded-t-control border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2! hover:bg-hover aria-selected:border-accent aria-selected:text-text pointer-coarse:min-h-11"
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${chosen}`} className="grid gap-5">
        {children}
      </div>
    </div>
  )
}
