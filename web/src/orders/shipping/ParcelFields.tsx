import type { Package } from '@stowage/contract/orders/fulfillments'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  packages: readonly Pick<Package, 'id' | 'number'>[]
  /** Tracking numbers by package. */
  value: Readonly<Record<string, string>>
  onChange: (value: Record<string, string>) => void
  /** Where packages are chosen: those that stay. */
  left?: ReadonlySet<string>
  onLeave?: (left: ReadonlySet<string>) => void
}

/** The tracking number of each package of a shipment, and which of them are shipped. */
export function ParcelFields({ packages, value, onChange, left, onLeave }: Props) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">
        {onLeave ? 'Packages to ship' : 'Packages'}
      </legend>
      <p className="text-sm text-muted">Fill in tracking numbers if each package has its own.</p>
      {packages.map(({ id, number }) => (
        <div key={id} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
          {onLeave ? (
            <Checkbox
              checked={!left?.has(id)}
              onChange={({ target }) => onLeave(without(left, id, target.checked))}
            >
              {number}
            </Checkbox>
          ) : (
            <span className="text-sm wrap-anywhere">{number}</span>
          )}
          <TextField
            bare
            label={`${number} tracking`}
            placeholder="Tracking number"
            autoComplete="off"
            spellCheck={false}
            disabled={left?.has(id)}
            value={value[id] ?? ''}
            onKeyDown={enterLeadsOn}
            onChange={({ target }) => onChange({ ...value, [id]: target.value })}
          />
        </div>
      ))}
    </fieldset>
  )
}

const without = (left: ReadonlySet<string> = new Set(), id: string, isShipped: boolean) =>
  new Set(isShipped ? [...left].filter((one) => one !== id) : [...left, id])
