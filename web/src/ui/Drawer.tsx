import { X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

type Props = {
  title: string
  /** At the top, beside the button that closes. */
  head: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A modal layer from the side where the rail would stand if there were room for it. */
export function Drawer({ title, head, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const drawer = element.current
    drawer?.showModal()
    // Closed before it leaves the page, or the focus would not return.
    return () => drawer?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose()
      }}
      className="appear m-0 h-dvh max-h-dvh w-[280px] max-w-[calc(100vw-3rem)] border-e border-line bg-surface text-text"
    >
      <div className="flex min-h-full flex-col gap-4 p-4">
        <div className="flex items-center justify-between gap-2">
          {head}
          <button
            type="button"
            aria-label="Close menu"
            onClick={onClose}
            className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-hover"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
