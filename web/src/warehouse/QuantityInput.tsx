import { TextField } from '../ui/TextField.tsx'
import { readQuantity, type Unit } from './quantities.ts'

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
  hint?: string | undefined
  autoFocus?: boolean
}

/** How much of what: the number as people write it, what it was read as, and the unit it counts in. */
export function QuantityInput({ units = [], unit, onUnit, value, onChange, hint, ...rest }: Props) {
  const read = readQuantity(value)
  const isOther = read !== undefined && read !== value.trim()
  const echo = isOther ? `Read as ${read} ${unit.code}` : undefined
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-28 grow">
        <TextField
          {...rest}
          inputMode="decimal"
          autoComplete="off"
          data-scan="code"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onFocus={({ target }) => target.select()}
          hint={[echo, hint].filter(Boolean).join('. ') || undefined}
        />
      </div>
      {units.length > 1 && onUnit ? (
        <select
          aria-label={`Unit of ${rest.label.toLowerCase()}`}
          className="control mt-[26px] w-auto!"
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
      ) : (
        <span className="mt-[34px] text-sm text-muted">{unit.code}</span>
      )}
    </div>
  )
}
