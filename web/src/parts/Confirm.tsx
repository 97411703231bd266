import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

type Props = {
  /** The question itself, as a sentence. */
  title: string
  /** What happens, for actions that cannot be undone. */
  consequence?: string
  /** The verb of the question again. */
  action: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what cannot be taken back. Cancel has the focus; Escape means Cancel. */
export function Confirm({ title, consequence, action, onConfirm, onCancel }: Props) {
  return (
    <Dialog role="alertdialog" title={title} onClose={onCancel}>
      {consequence && <p className="mb-6">{consequence}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button look="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
