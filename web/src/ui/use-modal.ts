import { useLayoutEffect, useRef, type MouseEvent, type SyntheticEvent } from 'react'

/** What makes a `<dialog>` a modal layer for as long as it is on the page; Escape asks to close it. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closed before it leaves the page, or the focus would not return.
    return () => dialog?.close()
  }, [])
  const onCancel = (event: SyntheticEvent) => {
    // The same is said by a layer upon this one, and by a file chooser that is closed.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return { ref, onCancel }
}

/** A press beside the layer, on what lies behind it, closes it as well. */
export const closingBeside =
  (onClose: () => void) =>
  ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose()
  }
