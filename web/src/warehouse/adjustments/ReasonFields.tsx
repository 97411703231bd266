import type { Reason } from '@stowage/contract/warehouse/settings'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  /** Reasons that apply to the operation. */
  reasons: readonly Reason[]
  reason: string
  note: string
  isChecked: boolean
  onChange: (change: { reason?: string; note?: string }) => void
}

/** True when the reason asks for words and there are none. */
export const lacksNote = (reason: Reason | undefined, note: string) =>
  reason?.requiresNote === true && note.trim() === ''

/** Fields for a reason from a list, and a note. */
export function ReasonFields({ reasons, reason, note, isChecked, onChange }: Props) {
  const chosen = reasons.find(({ code }) => code === reason)
  const isMissing = isChecked && !chosen
  return (
    <>
      <Select
        label="Reason"
        required
        value={chosen ? reason : ''}
        error={isMissing ? 'Choose a reason' : undefined}
        options={[
          { value: '', label: 'Choose a reason' },
          ...reasons.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={({ target }) => onChange({ reason: target.value })}
      />
      <TextField
        label="Note"
        required={chosen?.requiresNote ?? false}
        maxLength={1000}
        value={note}
        hint={chosen?.requiresNote ? `"${chosen.name}" needs a note.` : 'Optional'}
        error={isChecked && lacksNote(chosen, note) ? 'Describe what happened' : undefined}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </>
  )
}
