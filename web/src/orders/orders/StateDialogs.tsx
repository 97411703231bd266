import { orders, type Order, type holdKinds } from '@stowage/contract/orders/orders'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { changed as refresh } from '../fulfillments/changed.ts'
import { putBackText } from './put-back.ts'
import { OrderPutBack } from './OrderPutBack.tsx'
import { StepDialog } from './StepDialog.tsx'
import { holdReasons, isReleased, modeOptions } from './words.ts'

type HoldKind = (typeof holdKinds)[number]
type DialogProps = { slug: string; order: Order; onClose: () => void }

/** Confirms an order, which reserves stock for its lines. */
export function ConfirmDialog({ slug, order, onClose }: DialogProps) {
  const [mode, setMode] = useState('')
  const confirm = useAction(orders.confirm, { refresh })
  return (
    <StepDialog
      title={`Confirm ${order.number}?`}
      consequence="Stock is reserved for its lines."
      action="Confirm order"
      change={confirm}
      onClose={onClose}
      onSubmit={() =>
        confirm.mutate(
          {
            params: { slug, orderId: order.id },
            body: { version: order.version, ...(mode && { mode: mode as 'strict' }) },
          },
          {
            onSuccess: ({ order: { number, reservationState } }) => {
              toast(
                reservationState === 'full'
                  ? `${number} was confirmed, all lines are reserved`
                  : `${number} was confirmed, some lines wait for stock`,
              )
              onClose()
            },
          },
        )
      }
    >
      <Select
        label="Items that are not available"
        options={[{ value: '', label: `As set for channel ${order.channel}` }, ...modeOptions]}
        value={mode}
        onChange={({ target }) => setMode(target.value)}
      />
    </StepDialog>
  )
}

/** Puts an order on hold, for a reason. */
export function HoldDialog({ slug, order, onClose }: DialogProps) {
  const [kind, setKind] = useState<HoldKind>('manual')
  const [note, setNote] = useState('')
  const hold = useAction(orders.hold, { refresh })
  return (
    <StepDialog
      title={`Put ${order.number} on hold?`}
      consequence="It keeps its reserved stock. Nothing is picked for it until the hold is released."
      action="Put on hold"
      change={hold}
      onClose={onClose}
      onSubmit={() =>
        hold.mutate(
          {
            params: { slug, orderId: order.id },
            body: { version: order.version, kind, note: note.trim() },
          },
          {
            onSuccess: () => {
              toast(`${order.number} is on hold`)
              onClose()
            },
          },
        )
      }
    >
      <Select
        label="Reason"
        options={Object.entries(holdReasons).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={({ target }) => setKind(target.value as HoldKind)}
      />
      <TextArea
        label="Note"
        maxLength={1000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </StepDialog>
  )
}

const ends = {
  cancel: {
    title: 'Cancel',
    consequence:
      'Its reserved stock goes to waiting orders first. A cancelled order can’t be reopened.',
    action: 'Cancel order',
    done: 'was cancelled',
  },
  closeShort: {
    title: 'Close short',
    consequence:
      'What was not shipped is cancelled, and its stock goes to waiting orders first. The order can’t be reopened.',
    action: 'Close order short',
    done: 'was closed short',
  },
} as const

/** Cancels an order, or what is left of it. */
export function EndDialog({ slug, order, end, onClose }: DialogProps & { end: keyof typeof ends }) {
  const [reason, setReason] = useState('')
  const change = useAction(orders[end], { refresh })
  const { title, consequence, action, done } = ends[end]
  return (
    <StepDialog
      title={`${title} ${order.number}?`}
      consequence={consequence}
      action={action}
      isDanger
      change={change}
      why={reason.trim() === '' ? 'Enter a reason first.' : undefined}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(
          {
            params: { slug, orderId: order.id },
            body: { version: order.version, reason: reason.trim() },
          },
          {
            onSuccess: ({ putBack }) => {
              toast(`${order.number} ${done}${putBackText(putBack)}`)
              onClose()
            },
          },
        )
      }
    >
      {isReleased(order.state) && <OrderPutBack slug={slug} order={order} />}
      <TextField
        label="Reason"
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </StepDialog>
  )
}
