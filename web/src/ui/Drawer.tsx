import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { closingBeside, useModal } from './use-modal.ts'

type Props = {
  title: string
  /** At the top, beside the button that closes. */
  head: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A modal layer from the side where the rail would stand if there were room for it. */
export function Drawer({ title, head, onClose, children }: Props) {
  const modal = useModal(onClose)

  return (
    <dialog
      {...modal}
      aria-label={title}
      onClick={closingBeside(onClose)}
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
