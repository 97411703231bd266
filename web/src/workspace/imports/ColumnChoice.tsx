import type { ImportField } from '@stowage/contract/workspace/import-kind'
import type { MatchReason } from '@stowage/contract/workspace/imports'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Props = {
  field: ImportField
  /** The columns of the file by their position, with up to three values of each. */
  columns: readonly { value: string; label: string; samples: readonly string[] }[]
  chosen: number | undefined
  /** Why the chosen column was proposed; undefined for one that somebody has chosen. */
  reason: MatchReason | undefined
  /** The text for rows in which the field is blank. */
  fixed: string
  onChoose: (value: string) => void
  onFix: (text: string) => void
}

const reasonWords: Record<MatchReason, string> = {
  format: 'Known column',
  last_import: 'As in your last import',
  name: 'Same name',
  other_name: 'Similar name',
}

/** The column a field is read from, with what it holds and why it was proposed. */
export function ColumnChoice({ field, columns, chosen, reason, fixed, onChoose, onFix }: Props) {
  const { label, required, canBeFixed } = field
  const samples = columns[chosen ?? -1]?.samples ?? []
  return (
    <div className="grid content-start gap-3">
      <Select
        label={required ? `${label} (required)` : label}
        hint={
          chosen === undefined ? undefined : (
            <>
              <p className="wrap-anywhere">
                {samples.length > 0
                  ? `Values: ${samples.join(' · ')}`
                  : 'No values in the first rows'}
              </p>
              {reason && <p>{reasonWords[reason]}</p>}
            </>
          )
        }
        value={chosen === undefined ? '' : String(chosen)}
        options={[{ value: '', label: 'Not in this file' }, ...columns]}
        onChange={({ target }) => onChoose(target.value)}
      />
      {canBeFixed && (
        <TextField
          label={chosen === undefined ? `${label} for all rows` : `${label} if blank`}
          maxLength={200}
          value={fixed}
          onChange={({ target }) => onFix(target.value)}
        />
      )}
    </div>
  )
}
