import { useState, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'

type Props = {
  /** The question itself, as a sentence. */
  title: string
  /** Consequence, for actions that cannot be undone. */
  consequence?: string
  /** The verb of the question again. */
  action: string
  /** For what destroys most: the words to be typed before it can be confirmed, in any case. */
  typed?: { label: string; words: string }
  /** First thing to do, shown between the consequence and the words to be typed. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before what is final. Cancel has the focus, or what is to be typed. Escape cancels. */
export function Confirm(props: Props) {
  const { title, consequence, action, typed, children, onConfirm, onCancel } = props
  const [text, setText] = useState('')
  const isTyped = !typed || text.trim().toLowerCase() === typed.words.toLowerCase()
  return (
    <Dialog role="alertdialog" title={title} onClose={onCancel}>
      {consequence && <p className="mb-6">{consequence}</p>}
      {children && <div className="mb-6">{children}</div>}
      {typed && (
        <div className="mb-6">
          <TextField
            label={typed.label}
            hint={typed.words}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={onCancel}>
          Cancel
        </Button>
        <Button
          look="danger"
          why={isTyped ? undefined : 'Type the words above first.'}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
