import type { ImportField } from '@stowage/contract/workspace/import-kind'
import type { MatchReason } from '@stowage/contract/workspace/imports'
import { Select } from '../../ui/Select.tsx'

type Props = {
  field: ImportField
  /** The columns of the file by their position, with up to three values of each. */
  columns: readonly { value: string; label: string; samples: readonly string[] }[]
  chosen: number | undefined
  /** Why the chosen column was proposed; undefined for one that somebody has chosen. */
  reason: MatchReason | undefined
  onChoose: (value: string) => void
}

const reasonWords: Record<MatchReason, string> = {
  format: 'Known column of this export',
  last_import: 'As in your last import',
  name: 'Same name',
  other_name: 'Similar name',
}

/** The column a field is read from, with what it holds and why it was proposed. */
export function ColumnChoice({ field, columns, chosen, reason, onChoose }: Props) {
  const { name, label, required } = field
  const samples = columns[chosen ?? -1]?.samples ?? []
  const values = chosen === undefined ? [] : [samples.join(' · ') || 'No values in the first rows']
  const hint = [...(reason ? [reasonWords[reason]] : []), ...values].join(': ')
  return (
    <Select
      key={name}
      label={required ? `${label} (required)` : label}
      hint={hint || undefined}
      value={chosen === undefined ? '' : String(chosen)}
      options={[{ value: '', label: 'Not in this file' }, ...columns]}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}
