import type { ReactNode } from 'react'
import { Form } from '../../parts/Form.tsx'
import type { ButtonLook } from '../../ui/Button.tsx'
import { Refusal } from '../refusals/Refusal.tsx'

type Props = {
  title: string
  consequence?: string | undefined
  action: string
  busy?: string | undefined
  look?: ButtonLook | undefined
  /** It can’t be undone: an alert, whose Cancel has the focus. */
  isFinal?: boolean | undefined
  change: { isPending: boolean; error: Error | null }
  fallback: string
  why?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks before a step, with what has to be entered for it, and shows why it was refused. */
export function StepForm(props: Props) {
  const { title, consequence, action, busy = 'Saving…', look, isFinal = false, change } = props
  return (
    <Form
      dialog={{
        title,
        onClose: props.onClose,
        isCancelFirst: isFinal,
        role: isFinal ? 'alertdialog' : 'dialog',
      }}
      submit={action}
      submitting={busy}
      look={look}
      saving={change.isPending}
      error={change.error}
      fallback={props.fallback}
      explained={<Refusal error={change.error} />}
      why={props.why}
      onSubmit={props.onSubmit}
    >
      {consequence && <p>{consequence}</p>}
      {props.children}
    </Form>
  )
}
