import { orders, type Order } from '@stowage/contract/orders/orders'
import { canChange } from '@stowage/contract/orders/order-edits'
import { useState } from 'react'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCan } from '../../workspace/rights.ts'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import type { OwnDialog } from '../../workspace/steps/steps.ts'
import { isCountry } from './address-fields.ts'
import { AddressFields } from './AddressFields.tsx'
import { AmountField } from './AmountField.tsx'
import { changesOf, typedOrder, type TypedOrder } from './order-edits.ts'
import { hasWrongAmount } from './order-lines.ts'
import { orderStates, priorityOptions } from './words.ts'

/** Changes what was agreed of an order. What can no longer change says why. */
export function EditOrderDialog({ of: order, saving, error, onSubmit, onClose }: OwnDialog<Order>) {
  const [typed, setTyped] = useState(() => typedOrder(order))
  const { why } = useCan()
  const set = (part: Partial<TypedOrder>) => setTyped((now) => ({ ...now, ...part }))
  const fixed = (name: string) =>
    canChange(name, order.state)
      ? undefined
      : `Can’t be changed: the order is ${orderStates[order.state].word.toLowerCase()}.`
  const areCountries = [typed.shippingAddress, typed.billingAddress].every(isCountry)
  const whyNot =
    (hasWrongAmount(typed) ? 'Check the shipping charge and the order discount.' : undefined) ??
    (areCountries ? undefined : 'Check the countries.')
  return (
    <StepForm
      title={`Edit ${order.number}`}
      consequence="Waiting lines are served by priority, then by ship-by date."
      action="Save changes"
      change={{ isPending: saving, error }}
      fallback="Couldn’t change the order"
      why={whyNot}
      onClose={onClose}
      onSubmit={() => onSubmit(changesOf(typed, order))}
    >
      <Select
        label="Priority"
        hint={fixed('priority') ?? '9 is served first'}
        disabled={fixed('priority') !== undefined}
        options={priorityOptions}
        value={typed.priority}
        onChange={({ target }) => set({ priority: target.value })}
      />
      <TextField
        label="Ship by"
        type="datetime-local"
        hint={fixed('promisedShipAt')}
        disabled={fixed('promisedShipAt') !== undefined}
        value={typed.shipBy}
        onChange={({ target }) => set({ shipBy: target.value })}
      />
      <TextField
        label="Payment"
        maxLength={40}
        value={typed.payment}
        onChange={({ target }) => set({ payment: target.value })}
      />
      <TextField
        label="Tags"
        hint="Separate several with commas"
        value={typed.tags}
        onChange={({ target }) => set({ tags: target.value })}
      />
      <TextArea
        label="Note"
        maxLength={1000}
        value={typed.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      <AmountField
        label="Shipping charge"
        value={typed.shippingCharge}
        why={fixed('shippingCharge')}
        onChange={(shippingCharge) => set({ shippingCharge })}
      />
      <AmountField
        label="Order discount"
        value={typed.orderDiscount}
        why={fixed('orderDiscount') ?? why(orders.updateLine, 'order.price.override')}
        onChange={(orderDiscount) => set({ orderDiscount })}
      />
      <AddressFields
        legend="Ship to"
        address={typed.shippingAddress}
        why={fixed('shippingAddress')}
        onChange={(shippingAddress) => set({ shippingAddress })}
      />
      <AddressFields
        legend="Bill to"
        address={typed.billingAddress}
        why={fixed('billingAddress')}
        onChange={(billingAddress) => set({ billingAddress })}
      />
    </StepForm>
  )
}
