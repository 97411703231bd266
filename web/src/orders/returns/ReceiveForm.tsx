import type { CustomerReturn, ReturnLine } from '@stowage/contract/orders/returns'
import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { QuantityField } from '../../ui/QuantityField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { useWorkplace } from '../../workspace/site.ts'
import type { Arrival } from './arrivals.ts'
import { useArrivals } from './use-arrivals.ts'
import { conditionWords, optionsOf } from './words.ts'

type Props = { slug: string; shown: CustomerReturn }

/** Counts what arrived, scan by scan or typed, and receives it into quarantine. */
export function ReceiveForm({ slug, shown }: Props) {
  const { all, id: workplace } = useWorkplace()
  const [warehouse, setWarehouse] = useState<string>()
  const warehouseId = (warehouse ?? shown.warehouseId ?? workplace) || undefined
  const arrivals = useArrivals(slug, shown)
  return (
    <section aria-labelledby="receive" className="grid gap-3">
      <h2 id="receive">Receive</h2>
      <Form
        isPage
        submit="Receive return"
        submitting="Receiving…"
        saving={arrivals.isReceiving}
        error={arrivals.error}
        fallback="Couldn’t receive the return"
        explained={<Refusal error={arrivals.error} />}
        why={arrivals.whyNot(warehouseId, 'Scan an item, or enter a quantity first.')}
        beside={<Button onClick={arrivals.setAll}>All expected</Button>}
        onSubmit={() => arrivals.receive(warehouseId, toast)}
      >
        {(all?.length ?? 0) > 1 && (
          <div className="max-w-md">
            <Select
              label="Warehouse"
              value={warehouseId ?? ''}
              options={[
                { value: '', label: 'Choose a warehouse' },
                ...(all ?? []).map(({ id, code }) => ({ value: id, label: code })),
              ]}
              onChange={({ target }) => setWarehouse(target.value)}
            />
          </div>
        )}
        <ul role="list" aria-label="Expected items" className="grid gap-2">
          {shown.lines.map((line) => (
            <ArrivalCard
              key={line.id}
              line={line}
              arrival={arrivals.of(line.id)}
              onChange={(arrival) => arrivals.set(line.id, arrival)}
            />
          ))}
        </ul>
      </Form>
    </section>
  )
}

type CardProps = { line: ReturnLine; arrival: Arrival; onChange: (arrival: Arrival) => void }

function ArrivalCard({ line, arrival, onChange }: CardProps) {
  const { sku, name, qty, unit, tracking, orderLineId } = line
  const set = (part: Partial<Arrival>) => onChange({ ...arrival, ...part })
  const isOptional = orderLineId !== null
  return (
    <li
      aria-label={sku}
      className="card grid gap-3 p-3 sm:grid-cols-[minmax(0,1fr)_10rem_10rem] sm:items-start"
    >
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">
          {sku} <span className="font-normal text-muted">{name}</span>
        </p>
        <p className="text-sm text-muted tabular-nums">{`${formatQuantity(qty)} ${unit} expected`}</p>
      </div>
      <QuantityField
        label="Received"
        unit={unit}
        data-scan="code"
        value={arrival.qty}
        onChange={(typed) => set({ qty: typed })}
      />
      <Select
        label="Condition"
        value={arrival.condition}
        options={optionsOf(conditionWords)}
        onChange={({ target }) => set({ condition: target.value as Arrival['condition'] })}
      />
      {tracking === 'lot' && (
        <TextField
          label="Lot"
          hint={isOptional ? 'Needed if several lots were shipped' : undefined}
          autoComplete="off"
          data-scan="fill"
          value={arrival.lot}
          onChange={({ target }) => set({ lot: target.value })}
        />
      )}
      {tracking === 'serial' && (
        <TextField
          label="Serial numbers"
          hint={isOptional ? 'Needed unless all come back' : 'One for each item'}
          autoComplete="off"
          data-scan="fill"
          value={arrival.serials}
          onChange={({ target }) => set({ serials: target.value })}
        />
      )}
    </li>
  )
}
