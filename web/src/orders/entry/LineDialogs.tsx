import { orders, type Order } from '@stowage/contract/orders/orders'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity, withoutZeros } from '../../app/quantity.ts'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { QuantityInput } from '../../warehouse/stock/QuantityInput.tsx'
import { changed as refresh } from './changed.ts'
import { leftOf, problemsOf } from './order-lines.ts'
import { putBackText } from './put-back.ts'
import { StepDialog } from './StepDialog.tsx'
import { isReleased } from './words.ts'

type Line = Order['lines'][number]
type Props = { slug: string; order: Order; line: Line; onClose: () => void }

const unitOf = ({ baseUnit }: Line) => ({ code: baseUnit, numerator: '1', denominator: '1' })

/** Changes quantity, price and note of a line. */
export function EditLineDialog({ slug, order, line, onClose }: Props) {
  const [qty, setQty] = useState(withoutZeros(line.qty))
  const [unitPrice, setUnitPrice] = useState(line.unitPrice ?? '')
  const [note, setNote] = useState(line.note)
  const update = useAction(orders.updateLine, { refresh })
  const problems = problemsOf({ qty, unitPrice })
  return (
    <StepDialog
      title={`Edit ${line.sku}`}
      {...(order.state !== 'draft' && {
        consequence: 'More quantity is reserved now. Released stock goes to waiting orders first.',
      })}
      action="Save line"
      change={update}
      why={problems.qty ?? problems.unitPrice}
      onClose={onClose}
      onSubmit={() =>
        update.mutate(
          {
            params: { slug, orderId: order.id, lineId: line.id },
            body: {
              version: order.version,
              qty: readQuantity(qty) ?? qty,
              note: note.trim(),
              ...(unitPrice.trim() && { unitPrice: readQuantity(unitPrice) ?? unitPrice }),
            },
          },
          {
            onSuccess: () => {
              toast(`${line.sku} was saved`)
              onClose()
            },
          },
        )
      }
    >
      <QuantityInput
        label="Quantity"
        value={qty}
        unit={unitOf(line)}
        error={problems.qty}
        onChange={setQty}
      />
      <TextField
        label={`Price per ${line.unit}`}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        value={unitPrice}
        error={problems.unitPrice}
        onChange={({ target }) => setUnitPrice(target.value)}
      />
      <TextField
        label="Note"
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </StepDialog>
  )
}

/** Cancels a quantity of a line, and of one that is released all that is left. */
export function CancelLineDialog({ slug, order, line, onClose }: Props) {
  const isAll = isReleased(order.state)
  const [qty, setQty] = useState(isAll ? withoutZeros(leftOf(line)) : '')
  const cancel = useAction(orders.cancelLine, { refresh })
  const { qty: problem } = problemsOf({ qty, unitPrice: '' })
  return (
    <StepDialog
      title={isAll ? `Cancel ${line.sku}?` : `Cancel a quantity of ${line.sku}?`}
      consequence={
        isAll
          ? 'Its picks are cancelled. What was picked has to be put back.'
          : 'Its reserved stock goes to waiting orders first.'
      }
      action={isAll ? 'Cancel line' : 'Cancel quantity'}
      isDanger
      change={cancel}
      why={problem}
      onClose={onClose}
      onSubmit={() =>
        cancel.mutate(
          {
            params: { slug, orderId: order.id, lineId: line.id },
            body: { version: order.version, qty: readQuantity(qty) ?? qty },
          },
          {
            onSuccess: ({ putBack }) => {
              toast(`${line.sku} in ${order.number} was reduced${putBackText(putBack)}`)
              onClose()
            },
          },
        )
      }
    >
      {isAll ? (
        <p>{`Quantity: ${formatQuantity(qty)} ${line.baseUnit}`}</p>
      ) : (
        <QuantityInput
          label="Quantity"
          value={qty}
          unit={unitOf(line)}
          onChange={setQty}
          autoFocus
        />
      )}
    </StepDialog>
  )
}
