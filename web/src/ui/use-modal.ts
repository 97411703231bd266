import {
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type MouseEvent,
  type SyntheticEvent,
} from 'react'

let modals: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()
function setModals(next: readonly HTMLDialogElement[]) {
  modals = next
  for (const listener of listeners) listener()
}

/**
 * The modal layer in front, if one is open. What has to be seen and pressed whatever is open is drawn
 * into it: everything outside is inert.
 */
export const useTopModal = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => modals.at(-1),
  )

/** Opens a `<dialog>` as a modal layer while it is mounted. Escape calls `onClose`. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    setModals([...modals, dialog])
    return () => {
      setModals(modals.filter((one) => one !== dialog))
      // Closed before it leaves the page, or the focus would not return.
      dialog.close()
    }
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
