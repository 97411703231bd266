import type { ReturnLine } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { readQuantity } from '../../app/quantity.ts'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { compareQuantities } from '../../warehouse/products/quantities.ts'
import type { Arrival } from '../../orders/returns/arrivals.ts'
import { NumberPad } from '../frame/NumberPad.tsx'

type Props = {
  line: ReturnLine
  arrival: Arrival
  onArrival: (arrival: Arrival) => void
  onClose: () => void
}

/** Asks for the quantity of a line that arrived, with its lot or serial numbers. */
export function ArrivalDialog({ line, arrival, onArrival, onClose }: Props) {
  const [typed, setTyped] = useState(arrival)
  const { sku, qty, unit, tracking } = line
  const set = (part: Partial<Arrival>) => setTyped((now) => ({ ...now, ...part }))
  const read = readQuantity(typed.qty)
  const isRight = read !== undefined && compareQuantities(read, qty) <= 0
  return (
    <Form
      dialog={{ title: `Received: ${sku}`, onClose }}
      submit="Use this quantity"
      saving={false}
      error={null}
      why={isRight ? undefined : `Enter up to ${formatQuantity(qty)}.`}
      onSubmit={() => onArrival(typed)}
    >
      <NumberPad
        label={`Received, of ${formatQuantity(qty)}`}
        unit={unit}
        value={typed.qty}
        onChange={(next) => set({ qty: next })}
      />
      {tracking === 'lot' && (
        <TextField
          label="Lot"
          hint="Needed if several lots were shipped"
          autoComplete="off"
          data-scan="fill"
          value={typed.lot}
          onChange={({ target }) => set({ lot: target.value })}
        />
      )}
      {tracking === 'serial' && (
        <TextField
          label="Serial numbers"
          hint="Needed unless all come back"
          autoComplete="off"
          data-scan="fill"
          value={typed.serials}
          onChange={({ target }) => set({ serials: target.value })}
        />
      )}
    </Form>
  )
}
