import { TextField } from '../../ui/TextField.tsx'
import { sendingFields, type Sending } from './words.ts'

type Props = { value: Sending; onChange: (value: Sending) => void }

/** How a shipment is sent. */
export function SendingFields({ value, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sendingFields.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          autoComplete="off"
          spellCheck={false}
          {...(name === 'cost' && { inputMode: 'decimal', hint: 'Example: 4.90' })}
          value={value[name]}
          onChange={({ target }) => onChange({ ...value, [name]: target.value })}
        />
      ))}
    </div>
  )
}
