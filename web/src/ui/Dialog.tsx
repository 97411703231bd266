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
}

/**
 * A modal layer on the browser's own dialog: focus is held, returned to what opened it, and the
 * page behind is inert. On phones it fills the screen.
 */
export function Dialog({ title, onClose, children, role = 'dialog', wide = false }: Props) {
  const modal = useModal(onClose)
  const titleId = useId()

  return (
    <dialog
      {...modal}
      role={role}
      aria-labelledby={titleId}
      className={`appear m-auto max-h-[calc(100dvh-2rem)] w-full overflow-y-auto rounded-card border border-line bg-surface p-6 text-text max-sm:m-0 max-sm:h-dvh max-sm:max-h-dvh max-sm:max-w-none max-sm:rounded-none ${wide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
    >
      <h2 id={titleId} className="mb-4 text-xl font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
