import { lengthUnits, weightUnits, type ImportOptions } from '@stowage/contract/workspace/imports'
import { Select } from '../../ui/Select.tsx'

type Props = {
  options: ImportOptions
  /** Kinds of measure that the columns hold. */
  asks: { weight: boolean; length: boolean }
  onChange: (options: ImportOptions) => void
}

const marks = [
  { value: '', label: 'Either (1.000 is rejected)' },
  { value: '.', label: 'Point: 1,234.50' },
  { value: ',', label: 'Comma: 1.234,50' },
]
const weightWords = { g: 'Grams (g)', kg: 'Kilograms (kg)', oz: 'Ounces (oz)', lb: 'Pounds (lb)' }
const lengthWords = {
  mm: 'Millimeters (mm)',
  cm: 'Centimeters (cm)',
  m: 'Meters (m)',
  in: 'Inches (in)',
}
const unchosen = { value: '', label: 'Choose a unit' }

/** Fields for the number format of a file: as guessed from its cells and column names, or as chosen. */
export function NumberOptions({ options, asks, onChange }: Props) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="mb-2 text-sm font-semibold">Numbers</legend>
      <Select
        label="Decimal mark"
        value={options.decimalMark ?? ''}
        options={marks}
        onChange={({ target }) =>
          onChange({
            ...options,
            decimalMark: marks.some(({ value }) => value === target.value && value !== '')
              ? (target.value as ImportOptions['decimalMark'])
              : null,
          })
        }
      />
      {asks.weight && (
        <Select
          label="Unit of weights (required)"
          value={options.weightUnit ?? ''}
          options={[
            unchosen,
            ...weightUnits.map((value) => ({ value, label: weightWords[value] })),
          ]}
          onChange={({ target }) =>
            onChange({
              ...options,
              weightUnit: weightUnits.find((unit) => unit === target.value) ?? null,
            })
          }
        />
      )}
      {asks.length && (
        <Select
          label="Unit of lengths (required)"
          value={options.lengthUnit ?? ''}
          options={[
            unchosen,
            ...lengthUnits.map((value) => ({ value, label: lengthWords[value] })),
          ]}
          onChange={({ target }) =>
            onChange({
              ...options,
              lengthUnit: lengthUnits.find((unit) => unit === target.value) ?? null,
            })
          }
        />
      )}
    </fieldset>
  )
}
