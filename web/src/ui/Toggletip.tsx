import { Info } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { placeBeside } from './place-beside.ts'

type Props = {
  /** Subject of the tip. The button is read as 'About {name}'. */
  name: string
  children: ReactNode
}

/** Words behind a small button, for fingers too: a press shows them, Escape or another press hides. */
export function Toggletip({ name, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  // Once its words are there, which say how large it is.
  useLayoutEffect(() => {
    if (open) placeBeside(button.current, tip.current)
  }, [open])
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
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed m-0 max-w-72 rounded-control border border-edge bg-surface px-3 py-2 text-start text-sm font-normal whitespace-normal text-text"
      >
        {open && <span role="status">{children}</span>}
      </span>
    </span>
  )
}
