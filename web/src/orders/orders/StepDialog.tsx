import type { ReactNode } from 'react'
import { Form } from '../../parts/Form.tsx'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'

type StepProps = {
  title: string
  consequence?: string
  action: string
  isDanger?: boolean
  change: { isPending: boolean; error: Error | null }
  why?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before a step of the order, with what has to be said for it. */
export function StepDialog(props: StepProps) {
  const { title, consequence, action, change, why, onSubmit, onClose, children } = props
  return (
    <Form
      dialog={{ title, onClose, cancel: 'Close' }}
      submit={action}
      submitting="Saving…"
      look={props.isDanger ? 'danger' : 'primary'}
      saving={change.isPending}
      error={change.error}
      fallback="Couldn’t change the order"
      explained={<Refusal error={change.error} />}
      why={why}
      onSubmit={onSubmit}
    >
      {consequence && <p>{consequence}</p>}
      {children}
    </Form>
  )
}
