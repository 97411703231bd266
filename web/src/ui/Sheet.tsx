import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { closingBeside, useModal } from './use-modal.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A modal layer along the edge of the screen, for reading beside the page; phones show it whole. */
export function Sheet({ title, onClose, children }: Props) {
  const modal = useModal(onClose)
  const id = useId()
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      onClick={closingBeside(onClose)}
      className="appear ms-auto me-0 my-0 h-dvh max-h-dvh w-full max-w-md overflow-y-auto border-s border-line bg-surface text-text max-sm:max-w-none"
    >
      <div className="grid gap-6 p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} className="text-xl font-semibold">
            {title}
          </h2>
          <button
            type="button"
            aria-label={`Close ${title.toLowerCase()}`}
            onClick={onClose}
            className="grid size-11 place-items-center rounded-control text-muted hover:bg-hover"
          >
            <X aria-hidden size={20} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
