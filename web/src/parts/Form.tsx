import { useEffect, useId, useRef, type ReactNode, useState } from 'react'
import { Button, type ButtonLook } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox, useWait } from '../ui/ErrorBox.tsx'
import { flushSync } from 'react-dom'

type DialogProps = {
  title: string
  onClose: () => void
  /** The words of the button that closes it. */
  cancel?: string
  /** It has the focus, where something final is asked. */
  isCancelFirst?: boolean
  role?: 'dialog' | 'alertdialog'
  wide?: boolean
  long?: boolean
  /** Content below the form. */
  below?: ReactNode
}

export type FormProps = {
  /** The dialog it fills, which a button beside the others closes. */
  dialog?: DialogProps
  /** The words of the button, and those it shows while `saving`; without them it cannot be sent. */
  submit: string | undefined
  submitting?: string | undefined
  /** Both required, so no form can forget to show them. */
  saving: boolean
  error: Error | null | undefined
  /** Error message if the server sent no readable one. */
  fallback?: string | undefined
  /** More about the error, below its message. */
  explained?: ReactNode
  /** The error stands at its fields already. */
  isTold?: boolean
  /** Not enough has been typed to send it; what is enough stands beside a field. */
  disabled?: boolean | undefined
  /** Why it cannot be sent now: stands beside the button, which stays focusable. */
  why?: string | undefined
  /** Buttons beside the one that sends. */
  beside?: ReactNode
  wide?: boolean | undefined
  /** `secondary` where another form of the same layer has the primary button. */
  look?: ButtonLook | undefined
  /** Fills a page instead of a panel or a dialog: its buttons begin where its fields do. */
  isPage?: boolean
  children: ReactNode
}

type Props = FormProps & {
  /** Sends it; `name` is that of the button that was pressed, where there are several. */
  onSubmit: (name: string | null) => unknown
  /** Shows what is wrong instead of sending it, for as long as something is. */
  onWrong?: (() => void) | false
}

/** The one form: fields, the red box, the buttons. A wrong field gets the focus, or else the box. */
export function Form(props: Props) {
  const { submit, submitting, saving, error, dialog, isPage, onWrong, onSubmit } = props
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const wait = useWait(error)
  const once = useSingleSubmit(saving)
  const why = props.why ?? (wait > 0 ? `Wait ${wait} s.` : undefined)

  const whyId = useId()
  const reason = why !== undefined && submit !== undefined && (
    <p id={whyId} className="grow basis-48 text-sm text-muted">
      {why}
    </p>
  )

  useEffect(() => {
    if (error) (wrongField(form.current) ?? box.current)?.focus()
  }, [error])

  const beside = (
    <>
      {props.beside}
      {dialog && (
        <Button autoFocus={dialog.isCancelFirst} onClick={dialog.onClose}>
          {dialog.cancel ?? 'Cancel'}
        </Button>
      )}
    </>
  )
  const filled = (
    <form
      ref={form}
      noValidate
      className={isPage ? 'grid max-w-5xl gap-5' : 'grid grow content-between gap-5'}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const name = submitter?.getAttribute('name') ?? null
        if (saving || (why && name === null)) return
        if (onWrong) showWrong(form.current, onWrong)
        else once(async () => onSubmit(name))
      }}
    >
      <div className="grid gap-5">
        {props.children}
        {error && !props.isTold && (
          <ErrorBox ref={box} error={error} fallback={props.fallback}>
            {props.explained}
          </ErrorBox>
        )}
      </div>
      <div className={`flex flex-wrap items-center gap-2 ${isPage ? '' : 'justify-end'}`}>
        {!isPage && reason}
        {!isPage && beside}
        {submit !== undefined && (
          <Button
            type="submit"
            look={props.look ?? 'primary'}
            className={props.wide ? 'w-full' : ''}
            disabled={props.disabled}
            busy={saving && (submitting ?? submit)}
            why={why}
            whyId={whyId}
          >
            {submit}
          </Button>
        )}
        {isPage && beside}
        {isPage && reason}
      </div>
    </form>
  )
  if (!dialog) return filled
  const { title, onClose, role = 'dialog', wide = false, long = false, below } = dialog
  return (
    <Dialog role={role} title={title} onClose={onClose} wide={wide} long={long}>
      {filled}
      {below}
    </Dialog>
  )
}

/**
 * Returns what runs a submit unless one is under way. `saving` alone comes too late: it is true only
 * once React has rendered, and a second press may be there before.
 */
function useSingleSubmit(saving: boolean) {
  const isSending = useRef(false)
  const [round, setRound] = useState(0)
  // After a submit that sent nothing `saving` does not change; the next round tells.
  useEffect(() => {
    if (!saving) isSending.current = false
  }, [saving, round])

  return (submit: () => Promise<unknown>) => {
    if (isSending.current) return
    isSending.current = true
    // A call that has begun is rendered before this: its timer was set earlier.
    const next = () => void setTimeout(() => setRound((last) => last + 1))
    void submit().then(next, (error: unknown) => {
      next()
      throw error
    })
  }
}

/** The first field of a form that is marked as wrong. */
const wrongField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid=true]')

/** Marks what is wrong in a form, by `mark`, and puts the focus into the first field that is. */
function showWrong(form: HTMLFormElement | null, mark: () => void): void {
  // The fields are known to be wrong once they are drawn so.
  flushSync(mark)
  wrongField(form)?.focus()
}
