import { TextField } from '../../ui/TextField.tsx'
import { addressLabels, isCountry, type AddressName, type TypedAddress } from './address-fields.ts'

type Props = {
  legend: string
  address: TypedAddress
  /** Why it can't be changed. */
  why: string | undefined
  onChange: (address: TypedAddress) => void
}

/** One address of an order. */
export function AddressFields({ legend, address, why, onChange }: Props) {
  return (
    <fieldset disabled={why !== undefined} className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      {why !== undefined && <p className="text-sm text-muted">{why}</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.entries(addressLabels).map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            autoComplete="off"
            {...(name === 'country' && {
              hint: 'Two-letter code, such as DE',
              error: isCountry(address) ? undefined : 'Enter a two-letter country code, such as DE',
            })}
            value={address[name as AddressName]}
            onChange={({ target }) => onChange({ ...address, [name]: target.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
