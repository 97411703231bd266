import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LineProps } from '../../parts/lines.ts'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LocationPicker } from '../locations/LocationPicker.tsx'
import { QuantityInput } from '../products/QuantityInput.tsx'
import { readQuantity } from '../../app/quantity.ts'
import { compareQuantities, inBaseUnits, minus, sumOf } from '../products/quantities.ts'
import { statuses, statusOptions } from '../products/stock-words.ts'
import { problemsOf, type ReceiptLine } from './receipt-lines.ts'

type Props = Omit<LineProps<ReceiptLine>, 'onRemove'> & {
  slug: string
  warehouseId: string
  /** Why its goods cannot be received for sale any more. */
  tooOld: string | undefined
  /** It grew last: the eye looks for it. */
  isLatest: boolean
  /** Why costs cannot be entered. */
  whyCost: string | undefined
  /** It is a line of a receipt already: all of it is shown, and nothing set apart. */
  isEdited?: boolean
  onApart?: () => void
  onRemove?: () => void
}

/** Returns the quantity of a line in base units: '36 each in total'. */
function inAll({ qty, unit, units }: ReceiptLine): string | undefined {
  const base = units[0]
  const read = readQuantity(qty)
  if (read === undefined || !base || unit.code === base.code) return undefined
  const all = inBaseUnits(read, unit)
  return all === undefined ? undefined : `${all} ${base.code} in total`
}

/** One line of a delivery: how much, and on demand where it goes, how it is and what it cost. */
export function ReceiptLineCard(props: Props) {
  const { slug, warehouseId, line, isChecked, isLatest, whyCost, onChange, onApart, onRemove } =
    props
  const { tooOld, isEdited = false } = props
  const card = useRef<HTMLLIElement>(null)
  // What was counted last is in sight, however long the delivery is.
  useEffect(() => {
    if (isLatest) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isLatest])
  const problems = isChecked ? problemsOf(line) : {}
  const isTracked = line.tracking !== 'none'
  const [isOpen, setIsOpen] = useState(isTracked || isEdited)
  const [isPlaceOpen, setIsPlaceOpen] = useState(false)
  const isShown =
    isOpen || isPlaceOpen || problems.lot !== undefined || problems.serials !== undefined
  const set = (change: Partial<ReceiptLine>) => onChange({ ...line, ...change })
  const count = readQuantity(line.qty) ?? '0'
  const step = (by: '1' | '-1') => set({ qty: sumOf(count, by) })
  const { word, look } = statuses[line.status]
  const all = inAll(line)
  const rest = [line.place?.code, line.lot && `lot ${line.lot}`].filter(Boolean).join(', ')
  return (
    <li
      ref={card}
      className={`card grid scroll-mb-20 gap-1 p-3 ${isLatest ? 'border-accent!' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="grid min-w-0 grow sm:max-w-md">
          <h2 className="text-sm font-semibold wrap-anywhere">
            {line.sku}
            <span className="ms-2 font-normal text-muted">{line.name}</span>
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {line.status !== 'available' && <StateBadge state={look}>{word}</StateBadge>}
            {rest && <span>{rest}</span>}
          </p>
        </div>
        <div className="flex min-w-0 items-start gap-2">
          <Button
            className="px-3!"
            aria-label={`One ${line.sku} fewer`}
            why={
              compareQuantities(count, '1') <= 0
                ? 'To remove the item, remove the line.'
                : undefined
            }
            onClick={() => step('-1')}
          >
            <Minus aria-hidden size={16} />
          </Button>
          <div className={`min-w-0 ${line.units.length > 1 ? 'basis-64' : 'basis-40'}`}>
            <QuantityInput
              label="Quantity"
              bare
              value={line.qty}
              unit={line.unit}
              units={line.units}
              onUnit={(unit) => set({ unit })}
              onChange={(qty) => set({ qty })}
              error={problems.qty}
            />
            {all !== undefined && <p className="mt-1 text-sm text-muted">{all}</p>}
          </div>
          <Button className="px-3!" aria-label={`One ${line.sku} more`} onClick={() => step('1')}>
            <Plus aria-hidden size={16} />
          </Button>
        </div>
      </div>
      {isShown && (
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {line.tracking === 'lot' && (
            <TextField
              label="Lot"
              data-scan="fill"
              spellCheck={false}
              autoComplete="off"
              value={line.lot}
              error={problems.lot}
              onChange={({ target }) => set({ lot: target.value })}
            />
          )}
          {line.tracking !== 'none' && (
            <TextField
              label="Expires on"
              type="date"
              value={line.expiresOn}
              error={tooOld}
              onChange={({ target }) => set({ expiresOn: target.value })}
            />
          )}
          {line.tracking === 'serial' && (
            <TextArea
              label="Serial numbers"
              rows={3}
              spellCheck={false}
              hint="One per line, or scan them"
              value={line.serials}
              error={problems.serials}
              onChange={({ target }) => set({ serials: target.value })}
            />
          )}
          <LocationPicker
            slug={slug}
            warehouseId={warehouseId}
            label="To location"
            hint="Leave empty for the receiving location"
            place={line.place}
            onPlace={(place) => set({ place })}
            onOpen={setIsPlaceOpen}
          />
          <Select
            label="Status"
            value={line.status}
            options={statusOptions}
            onChange={({ target }) => set({ status: target.value as ReceiptLine['status'] })}
          />
          <TextField
            label={`Cost per ${line.unit.code}`}
            inputMode="decimal"
            autoComplete="off"
            disabled={whyCost !== undefined}
            hint={whyCost ?? 'Optional'}
            value={line.unitCost}
            error={problems.unitCost}
            onChange={({ target }) => set({ unitCost: target.value })}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {!isTracked && !isEdited && (
          <Button
            look="quiet"
            className="px-2!"
            aria-expanded={isShown}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isShown ? 'Less' : 'Location, status, cost'}
          </Button>
        )}
        {onApart && (
          <Button look="quiet" className="px-2!" onClick={onApart}>
            {compareQuantities(minus(count, '1'), '0') > 0
              ? 'Mark one as damaged'
              : 'Mark as damaged'}
          </Button>
        )}
        {onRemove && (
          <Button
            look="quiet"
            className="ms-auto px-2!"
            aria-label={`Remove ${line.sku} from the receipt`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
    </li>
  )
}
