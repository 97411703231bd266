import { orders, type Order } from '@stowage/contract/orders/orders'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { changed as refresh } from './changed.ts'
import { StepDialog } from './StepDialog.tsx'
import { priorityOptions, toLocalTime } from './words.ts'

type Props = { slug: string; order: Order; onClose: () => void }

/** Changes how urgent an order is, when it shall ship, and what is noted about it. */
export function EditOrderDialog({ slug, order, onClose }: Props) {
  const [priority, setPriority] = useState(String(order.priority))
  const [shipBy, setShipBy] = useState(toLocalTime(order.promisedShipAt))
  const [payment, setPayment] = useState(order.paymentState)
  const [note, setNote] = useState(order.note)
  const update = useAction(orders.update, { refresh })
  return (
    <StepDialog
      title={`Edit ${order.number}`}
      consequence="Waiting lines are served by priority, then by ship-by date."
      action="Save changes"
      change={update}
      onClose={onClose}
      onSubmit={() =>
        update.mutate(
          {
            params: { slug, orderId: order.id },
            body: {
              version: order.version,
              priority: Number(priority),
              promisedShipAt: shipBy === '' ? null : new Date(shipBy).toISOString(),
              paymentState: payment.trim(),
              note: note.trim(),
            },
          },
          {
            onSuccess: () => {
              toast(`${order.number} was saved`)
              onClose()
            },
          },
        )
      }
    >
      <Select
        label="Priority"
        hint="9 is served first"
        options={priorityOptions}
        value={priority}
        onChange={({ target }) => setPriority(target.value)}
      />
      <TextField
        label="Ship by"
        type="datetime-local"
        value={shipBy}
        onChange={({ target }) => setShipBy(target.value)}
      />
      <TextField
        label="Payment"
        maxLength={40}
        value={payment}
        onChange={({ target }) => setPayment(target.value)}
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
