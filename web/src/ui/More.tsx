import { Ellipsis } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { placeBeside } from './place-beside.ts'

type Props = {
  /** Subject of the menu. The button is read as 'More for {name}'. */
  name?: string
  /** Accessible name of the button, in place of 'More for {name}'. */
  label?: string
  /** Content of the button, in place of three dots. */
  face?: ReactNode
  /** Links and buttons, one below the other; drawn once it is open. */
  children: ReactNode
}

/** Shows further actions behind a small button. Escape or a press elsewhere closes them. */
export function More({ name, label = `More for ${name}`, face, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // Once its entries are there, which say how large it is.
  useLayoutEffect(() => {
    if (open) placeBeside(button.current, layer.current)
  }, [open])
  return (
    <span className="inline-flex">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-expanded={open}
        aria-label={label}
        className="grid size-8 place-items-center rounded-control text-muted hover:bg-hover pointer-coarse:size-11"
      >
        {face ?? <Ellipsis aria-hidden size={18} />}
      </button>
      <div
        ref={layer}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        // Whatever was chosen: the button has the focus again before a layer takes it.
        onClick={() => layer.current?.hidePopover()}
        className="fixed m-0 max-w-72 rounded-control border border-edge bg-surface p-1 text-start text-sm whitespace-nowrap text-text"
      >
        {open && <div className="grid gap-0.5">{children}</div>}
      </div>
    </span>
  )
}

/** Classes of a menu entry, either a link or a button. */
export const entryClass =
  'flex min-h-9 items-center rounded-control px-3 text-start hover:bg-hover aria-disabled:text-muted pointer-coarse:min-h-11'
