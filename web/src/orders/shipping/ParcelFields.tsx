import type { Package } from '@stowage/contract/orders/fulfillments'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  packages: readonly Pick<Package, 'id' | 'number'>[]
  /** Tracking numbers by package. */
  value: Readonly<Record<string, string>>
  onChange: (value: Record<string, string>) => void
}

/** The tracking number of each package of a shipment. */
export function ParcelFields({ packages, value, onChange }: Props) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">Packages</legend>
      {packages.map(({ id, number }) => (
        <TextField
          key={id}
          label={`${number} tracking`}
          autoComplete="off"
          spellCheck={false}
          value={value[id] ?? ''}
          onChange={({ target }) => onChange({ ...value, [id]: target.value })}
        />
      ))}
    </fieldset>
  )
}
