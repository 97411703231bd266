import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { TextField } from '../../ui/TextField.tsx'
import { CarrierField } from '../carriers/CarrierField.tsx'
import { sendingFields, type Sending } from './words.ts'

type Props = {
  value: Sending
  onChange: (value: Sending) => void
  /** Its packages have fields for tracking numbers of their own. */
  hasParcels: boolean
}

const ofAll = { label: 'Tracking number of all packages', hint: 'If one number is for all of them' }

/** Fields for carrier, service, tracking and cost of a shipment. */
export function SendingFields({ value, onChange, hasParcels }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CarrierField
        value={value.carrier}
        onKeyDown={enterLeadsOn}
        onChange={(carrier) => onChange({ ...value, carrier })}
      />
      {sendingFields.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          autoComplete="off"
          spellCheck={false}
          {...(name === 'cost' && { inputMode: 'decimal', hint: 'Example: 4.90' })}
          {...(name === 'tracking' && hasParcels && ofAll)}
          value={value[name]}
          onKeyDown={enterLeadsOn}
          onChange={({ target }) => onChange({ ...value, [name]: target.value })}
        />
      ))}
    </div>
  )
}
