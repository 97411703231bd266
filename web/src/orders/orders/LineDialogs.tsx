import { orders, type Order } from '@stowage/contract/orders/orders'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity, withoutZeros } from '../../app/quantity.ts'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { QuantityInput } from '../../warehouse/products/QuantityInput.tsx'
import { useCan } from '../../workspace/rights.ts'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import { AmountField } from './AmountField.tsx'
import { isAmount, leftOf, problemsOf } from './order-lines.ts'
import { putBackText } from './put-back.ts'
import { isReleased } from './words.ts'

type Line = Order['lines'][number]
type Props = { slug: string; order: Order; line: Line; onClose: () => void }

const unitOf = ({ baseUnit }: Line) => ({ code: baseUnit, numerator: '1', denominator: '1' })

/** The unit a line was entered in, as big as it was then. */
const enteredUnit = ({ unit, unitNumerator, unitDenominator }: Line) => ({
  code: unit,
  numerator: unitNumerator,
  denominator: unitDenominator,
})

/** Changes quantity, amounts and note of a line. Discount and tax follow the quantity unless they are typed. */
export function EditLineDialog({ slug, order, line, onClose }: Props) {
  const [qty, setQty] = useState(line.unitQty)
  const [unitPrice, setUnitPrice] = useState(line.unitPrice ?? '')
  const [discount, setDiscount] = useState<string>()
  const [tax, setTax] = useState<string>()
  const [note, setNote] = useState(line.note)
  const whyPrice = useCan().why(orders.updateLine, 'order.price.override')
  const update = useAction(orders.updateLine)
  const problems = problemsOf({ qty, unitPrice })
  const amountProblem = [discount, tax].some((text) => text !== undefined && !isAmount(text))
  const typed = (text: string) => readQuantity(text) ?? text
  return (
    <StepForm
      title={`Edit ${line.sku}`}
      {...(order.state !== 'draft' && {
        consequence: 'More quantity is reserved now. Released stock goes to waiting orders first.',
      })}
      action="Save line"
      change={update}
      fallback="Couldn’t change the order"
      why={problems.qty ?? problems.unitPrice ?? (amountProblem ? 'Check the amounts.' : undefined)}
      onClose={onClose}
      onSubmit={() =>
        update.mutate(
          {
            params: { slug, orderId: order.id, lineId: line.id },
            body: {
              version: order.version,
              ...(typed(qty) !== line.unitQty && { qty: typed(qty) }),
              ...(note.trim() !== line.note && { note: note.trim() }),
              ...(unitPrice.trim() &&
                typed(unitPrice) !== line.unitPrice && { unitPrice: typed(unitPrice) }),
              ...(discount !== undefined && { discount: typed(discount) }),
              ...(tax !== undefined && { tax: typed(tax) }),
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
        unit={enteredUnit(line)}
        error={problems.qty}
        onChange={setQty}
      />
      <TextField
        label={`Price per ${line.unit}`}
        inputMode="decimal"
        autoComplete="off"
        className="tabular-nums"
        disabled={whyPrice !== undefined}
        hint={whyPrice}
        value={unitPrice}
        error={problems.unitPrice}
        onChange={({ target }) => setUnitPrice(target.value)}
      />
      <AmountField
        label="Discount"
        isRequired
        value={discount ?? line.discount}
        why={whyPrice}
        onChange={setDiscount}
      />
      <AmountField label="Tax" isRequired value={tax ?? line.tax} onChange={setTax} />
      <TextField
        label="Note"
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </StepForm>
  )
}

/** Cancels a quantity of a line, and of one that is released all that is left. */
export function CancelLineDialog({ slug, order, line, onClose }: Props) {
  const isAll = isReleased(order.state)
  const [qty, setQty] = useState(isAll ? withoutZeros(leftOf(line)) : '')
  const cancel = useAction(orders.cancelLine)
  const { qty: problem } = problemsOf({ qty, unitPrice: '' })
  return (
    <StepForm
      title={isAll ? `Cancel ${line.sku}?` : `Cancel a quantity of ${line.sku}?`}
      consequence={
        isAll
          ? 'Its picks are cancelled. What was picked has to be put back.'
          : 'Its reserved stock goes to waiting orders first.'
      }
      action={isAll ? 'Cancel line' : 'Cancel quantity'}
      look="danger"
      change={cancel}
      fallback="Couldn’t change the order"
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
    </StepForm>
  )
}
