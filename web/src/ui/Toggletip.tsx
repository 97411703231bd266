import { Info } from 'lucide-react'
import { useId, useRef, useState, type ReactNode } from 'react'

type Props = {
  /** What it tells about: its button is read as 'About {name}'. */
  name: string
  children: ReactNode
}

const gap = 6

/** Words behind a small button, for fingers too: a press shows them, Escape or another press hides. */
export function Toggletip({ name, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const place = () => {
    const at = button.current?.getBoundingClientRect()
    const size = tip.current?.getBoundingClientRect()
    if (!at || !size || !tip.current) return
    const left = Math.min(at.left, innerWidth - size.width - gap)
    const below = at.bottom + gap
    const top = below + size.height > innerHeight ? at.top - size.height - gap : below
    tip.current.style.left = `${Math.max(gap, left)}px`
    tip.current.style.top = `${Math.max(gap, top)}px`
  }
  return (
    <span className="inline-flex align-middle">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-label={`About ${name}`}
        className="grid size-6 place-items-center rounded-full text-muted hover:bg-hover pointer-coarse:size-8"
      >
        <Info aria-hidden size={15} />
      </button>
      <span
        ref={tip}
        id={id}
        popover="auto"
        role="note"
        onToggle={(event) => {
          setOpen(event.newState === 'open')
          if (event.newState === 'open') place()
        }}
        className="fixed m-0 max-w-72 rounded-control border border-edge bg-surface px-3 py-2 text-start text-sm font-normal whitespace-normal text-text"
      >
        {open && <span role="status">{children}</span>}
      </span>
    </span>
  )
}
