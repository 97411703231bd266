import { TextField } from '../../ui/TextField.tsx'
import { isAmount } from './order-lines.ts'

type Props = {
  label: string
  value: string
  /** Empty is wrong, too. */
  isRequired?: boolean
  /** Why it can't be changed. */
  why?: string | undefined
  onChange: (value: string) => void
}

/** An amount of money, as typed. */
export function AmountField({ label, value, isRequired = false, why, onChange }: Props) {
  const isWrong = (isRequired || value.trim() !== '') && !isAmount(value)
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
      disabled={why !== undefined}
      hint={why}
      value={value}
      error={isWrong ? 'Enter the amount as a number, such as 12.50' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
