import { backorders } from '@stowage/contract/orders/backorders'
import type { Order } from '@stowage/contract/orders/orders'
import { unreserving } from '@stowage/contract/orders/order-unreserving'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load, useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity, withoutZeros } from '../../app/quantity.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { sumOf } from '../../warehouse/products/quantities.ts'
import { QuantityInput } from '../../warehouse/products/QuantityInput.tsx'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import { excessOf, lesserOf, problemsOf, unallocatedOf } from './order-lines.ts'

type Line = Order['lines'][number]
type Props = { slug: string; order: Order; line: Line; onClose: () => void }

/** Takes reserved stock away from a line, for another order that waits for it. */
export function UnreserveDialog({ slug, order, line, onClose }: Props) {
  const [qty, setQty] = useState(withoutZeros(unallocatedOf(line)))
  const [toOrderId, setTo] = useState('')
  const [reason, setReason] = useState('')
  const unreserve = useAction(unreserving.unreserve)
  const variant = line.components[0]?.variantId ?? line.variantId
  const waiting = useQuery(
    load(backorders.list, { params: { slug }, query: { variant, limit: '100' } }),
  )
  const others = new Map(
    waiting.data?.items
      .filter((one) => one.orderId !== order.id)
      .map((one) => [
        one.orderId,
        `${[one.number, one.customer].filter(Boolean).join(', ')}: ${formatQuantity(one.waiting)} in ${one.warehouseCode}`,
      ]),
  )
  /** How much of it the chosen order waits for; of a kit that is counted in components. */
  const waits = (orderId: string) =>
    line.components.length > 0 || orderId === ''
      ? undefined
      : sumOf(
          ...(waiting.data?.items ?? [])
            .filter((one) => one.orderId === orderId)
            .map((one) => one.waiting),
        )
  const nobody = waiting.isSuccess && others.size === 0
  const most = waits(toOrderId)
  const { qty: problem = excessOf(qty, most) } = problemsOf({ qty, unitPrice: '' })
  const missing = reason.trim() === '' ? 'Enter a reason' : undefined
  return (
    <StepForm
      title={`Unreserve ${line.sku}?`}
      consequence={`${order.number} waits for it again. The stock stays reserved, for the order that gets it.`}
      action="Unreserve"
      change={unreserve}
      fallback="Couldn’t change the order"
      why={nobody ? 'No other order waits for this item.' : (problem ?? missing)}
      onClose={onClose}
      onSubmit={() =>
        unreserve.mutate(
          {
            params: { slug, orderId: order.id, lineId: line.id },
            body: {
              version: order.version,
              qty: readQuantity(qty) ?? qty,
              reason: reason.trim(),
              ...(toOrderId && { toOrderId }),
            },
          },
          {
            onSuccess: () => {
              toast(`${line.sku} in ${order.number} waits for stock again`)
              onClose()
            },
          },
        )
      }
    >
      <QuantityInput
        label="Quantity"
        value={qty}
        unit={{ code: line.baseUnit, numerator: '1', denominator: '1' }}
        onChange={setQty}
        autoFocus
      />
      <Select
        label="Give it to"
        options={[
          { value: '', label: 'The orders that are served first' },
          ...[...others].map(([value, label]) => ({ value, label })),
        ]}
        value={toOrderId}
        onChange={({ target }) => {
          setTo(target.value)
          setQty(lesserOf(unallocatedOf(line), waits(target.value)))
        }}
      />
      <TextField
        label="Reason"
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </StepForm>
  )
}
