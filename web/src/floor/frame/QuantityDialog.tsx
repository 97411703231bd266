import { useState } from 'react'
import { asTyped, readQuantity, withoutZeros } from '../../app/quantity.ts'
import { Form } from '../../parts/Form.tsx'
import { compareQuantities, isMoreThanZero } from '../../warehouse/products/quantities.ts'
import { NumberPad } from './NumberPad.tsx'

type Props = {
  title: string
  /** No more than this can be entered. */
  most: string
  unit: string
  onQuantity: (qty: string) => void
  onClose: () => void
}

/** Asks how much it is now; the rest is left for later. */
export function QuantityDialog({ title, most, unit, onQuantity, onClose }: Props) {
  const [typed, setTyped] = useState(asTyped(withoutZeros(most)))
  const qty = readQuantity(typed)
  const isRight = qty !== undefined && isMoreThanZero(qty) && compareQuantities(qty, most) <= 0
  return (
    <Form
      dialog={{ title, onClose }}
      submit="Use this quantity"
      saving={false}
      error={null}
      why={isRight ? undefined : `Enter more than 0 and up to ${withoutZeros(most)}.`}
      onSubmit={() => qty !== undefined && onQuantity(qty)}
    >
      <NumberPad label="Quantity" unit={unit} value={typed} onChange={setTyped} />
    </Form>
  )
}
