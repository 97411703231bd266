import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useModal } from './use-modal.ts'

type Props = {
  title: string
  /** Escape and every button that closes; the parent then stops rendering the dialog. */
  onClose: () => void
  children: ReactNode
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog'
  wide?: boolean
  /** The buttons at its end are out of sight: it can be closed at its top too. */
  long?: boolean
}

/**
 * A modal layer on the browser's own dialog: focus is held, returned to what opened it, and the
 * page behind is inert. On phones it fills the screen.
 */
export function Dialog({ title, onClose, children, role = 'dialog', wide, long }: Props) {
  const modal = useModal(onClose)
  const titleId = useId()

  return (
    <dialog
      {...modal}
      role={role}
      aria-labelledby={titleId}
      className={`appear m-auto max-h-[calc(100dvh-2rem)] w-full overflow-y-auto rounded-card border border-line bg-surface p-6 text-text max-sm:m-0 max-sm:open:flex max-sm:h-dvh max-sm:flex-col max-sm:max-h-dvh max-sm:max-w-none max-sm:rounded-none ${wide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-xl font-semibold">
          {title}
        </h2>
        {long && (
          <button
            type="button"
            aria-label={`Close ${title}`}
            onClick={onClose}
            className="-my-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-hover"
          >
            <X aria-hidden size={20} />
          </button>
        )}
      </div>
      {children}
    </dialog>
  )
}
