import { useState } from 'react'
import { formatQuantity } from '../../app/format.ts'
import type { LineProps } from '../../parts/lines.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Effect } from './Effect.tsx'
import { BucketWords } from './BucketChoice.tsx'
import { LocationPicker } from '../locations/LocationPicker.tsx'
import { QuantityInput } from '../products/QuantityInput.tsx'
import { compareQuantities, freeOf } from '../products/quantities.ts'
import { statusOptions } from '../products/stock-words.ts'
import { leftOf, problemsOf, type MoveLine } from './move-lines.ts'

type Props = LineProps<MoveLine> & {
  slug: string
  whyStatus: string | undefined
  /** The status is what one came for. */
  asksStatus: boolean
}

/** One line of a move: the bucket, how much of it, and where it goes or what becomes of it. */
export function MoveLineCard(props: Props) {
  const { slug, line, isChecked, whyStatus, asksStatus, onChange, onRemove } = props
  const { bucket, qty, unit, units, to, toStatus } = line
  const [isTyped, setIsTyped] = useState(false)
  const all = problemsOf(line)
  const problems: Partial<typeof all> = isChecked
    ? all
    : isTyped && qty !== '' && all.qty !== undefined
      ? { qty: all.qty }
      : {}
  const left = leftOf(line)
  const isPromised = compareQuantities(bucket.allocated, '0') > 0
  const free = freeOf(bucket)
  return (
    <li className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-base font-semibold wrap-anywhere">
            {bucket.sku}
            <span className="ms-2 font-normal text-muted">{bucket.name}</span>
          </h2>
          <div className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
            <span className="text-muted">From</span>
            <BucketWords bucket={bucket} />
            {left && <Effect {...left} unit={bucket.unit} />}
          </div>
        </div>
        <Button look="quiet" aria-label={`Remove ${bucket.sku} from the move`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <div
          className="grid gap-2"
          onFocus={() => setIsTyped(false)}
          onBlur={() => setIsTyped(true)}
        >
          <QuantityInput
            label="Quantity"
            autoFocus={qty === ''}
            value={qty}
            unit={unit}
            units={units}
            onUnit={(next) => onChange({ ...line, unit: next })}
            onChange={(typed) => onChange({ ...line, qty: typed })}
            error={problems.qty}
          />
          <Button
            className="justify-self-start"
            onClick={() => onChange({ ...line, qty: free, unit: units[0] ?? unit })}
          >
            {isPromised ? `All ${formatQuantity(free)} available` : `All ${formatQuantity(free)}`}
          </Button>
        </div>
        <LocationPicker
          slug={slug}
          warehouseId={bucket.warehouseId}
          label="To location"
          place={to}
          onPlace={(place) => onChange({ ...line, to: place })}
          error={problems.to}
          hint={toStatus ? 'Leave empty to keep the location' : undefined}
        />
        <Select
          label="To status"
          autoFocus={asksStatus}
          disabled={whyStatus !== undefined}
          hint={whyStatus}
          value={toStatus}
          options={[{ value: '', label: 'No change' }, ...statusOptions]}
          onChange={({ target }) =>
            onChange({ ...line, toStatus: target.value as MoveLine['toStatus'] })
          }
        />
      </div>
    </li>
  )
}
