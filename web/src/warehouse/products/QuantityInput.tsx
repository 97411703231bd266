import { QuantityField } from '../../ui/QuantityField.tsx'
import type { Unit } from './quantities.ts'

type Props = {
  label: string
  /** As typed: with a comma or a point. */
  value: string
  onChange: (typed: string) => void
  unit: Unit
  /** More than one makes the unit a choice. */
  units?: readonly Unit[]
  onUnit?: (unit: Unit) => void
  error?: string | undefined
  signed?: boolean
  autoFocus?: boolean
  /** Its label is heard and not seen. */
  bare?: boolean
}

/** Field for a quantity, as people write it, and its unit. */
export function QuantityInput({ units = [], unit, onUnit, ...field }: Props) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="min-w-28 grow basis-0">
        <QuantityField {...field} unit={unit.code} data-scan="code" />
      </div>
      {units.length > 1 && onUnit && (
        <select
          aria-label={`Unit of ${field.label.toLowerCase()}`}
          className={`control w-auto! max-w-full ${field.bare ? '' : 'mt-[26px]'}`}
          value={unit.code}
          onChange={({ target }) => {
            const next = units.find(({ code }) => code === target.value)
            if (next) onUnit(next)
          }}
        >
          {units.map(({ code }) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
