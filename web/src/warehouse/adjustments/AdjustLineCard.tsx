import { formatChange, formatQuantity } from '../../app/format.ts'
import type { LineProps } from '../../parts/lines.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Effect } from '../stock/Effect.tsx'
import { LocationPicker } from '../locations/LocationPicker.tsx'
import { QuantityInput } from '../products/QuantityInput.tsx'
import { withoutZeros } from '../../app/quantity.ts'
import { statuses, statusOptions } from '../products/stock-words.ts'
import { effectOf, problemsOf, type AdjustLine, type Mode } from './adjust-lines.ts'

const modes: readonly { value: Mode; label: string; hint: string }[] = [
  { value: 'set', label: 'New total', hint: 'Quantity counted' },
  { value: 'delta', label: 'Difference', hint: 'For example 3, or -3' },
]

type Props = LineProps<AdjustLine> & {
  slug: string
  warehouseId: string
  /** Current quantity, if the server found another one than the one seen. */
  current: string | undefined
}

/** One line of an adjustment: the bucket, the difference or the new total, and what it makes of it. */
export function AdjustLineCard(props: Props) {
  const { slug, warehouseId, line, isChecked, current, onChange, onRemove } = props
  const problems = isChecked ? problemsOf(line) : {}
  const effect = effectOf(line)
  const { word, look } = statuses[line.status]
  const set = (change: Partial<AdjustLine>) => onChange({ ...line, ...change })
  return (
    <li className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-base font-semibold wrap-anywhere">
            {line.sku}
            <span className="ms-2 font-normal text-muted">{line.name}</span>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            {line.isBucket && line.place && (
              <strong className="font-mono">{line.place.code}</strong>
            )}
            {line.isBucket && <StateBadge state={look}>{word}</StateBadge>}
            {line.isBucket && line.lot !== '' && <span>{`Lot ${line.lot}`}</span>}
            {line.isBucket && line.serial !== '' && <span>{`Serial ${line.serial}`}</span>}
            <span className="text-muted">{`Recorded: ${formatQuantity(line.seen)} ${line.unit}`}</span>
          </p>
        </div>
        <Button
          look="quiet"
          aria-label={`Remove ${line.sku} from the adjustment`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      {current !== undefined && (
        <Notice kind="warn">
          <p>{`The quantity changed from ${formatQuantity(line.seen)} to ${formatQuantity(current)} while you were editing.`}</p>
          <div>
            <Button onClick={() => set({ seen: withoutZeros(current) })}>
              {`Use ${formatQuantity(current)}`}
            </Button>
          </div>
        </Notice>
      )}
      {!line.isBucket && (
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <LocationPicker
            slug={slug}
            warehouseId={warehouseId}
            label="Location"
            place={line.place}
            onPlace={(place) => set({ place })}
            error={problems.place}
          />
          <Select
            label="Status"
            value={line.status}
            options={statusOptions}
            onChange={({ target }) => set({ status: target.value as AdjustLine['status'] })}
          />
          {line.tracking === 'lot' && (
            <TextField
              label="Lot"
              data-scan="fill"
              spellCheck={false}
              value={line.lot}
              error={problems.lot}
              onChange={({ target }) => set({ lot: target.value })}
            />
          )}
          {line.tracking === 'serial' && (
            <TextField
              label="Serial number"
              data-scan="fill"
              spellCheck={false}
              value={line.serial}
              error={problems.serial}
              onChange={({ target }) => set({ serial: target.value })}
            />
          )}
        </div>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
        <RadioCards
          legend="Enter"
          options={modes}
          value={line.mode}
          onChange={(mode) => set({ mode })}
        />
        <QuantityInput
          label={line.mode === 'set' ? 'New quantity' : 'Quantity change'}
          signed={line.mode === 'delta'}
          autoFocus={line.qty === ''}
          value={line.qty}
          unit={{ code: line.unit, numerator: '1', denominator: '1' }}
          onChange={(qty) => set({ qty })}
          error={problems.qty}
        />
        <p className="grid content-start gap-1 text-sm lg:min-w-32">
          <span className="font-medium">Effect</span>
          {effect ? (
            <span className="grid gap-0.5">
              <span className="text-lg">
                <Effect before={effect.before} after={effect.after} unit={line.unit} />
              </span>
              <span className="text-muted tabular-nums">{formatChange(effect.delta)}</span>
            </span>
          ) : (
            <span className="text-muted">Nothing yet</span>
          )}
        </p>
      </div>
    </li>
  )
}
