import type { bind } from '../../parts/FormPanel.tsx'
import { TextField } from '../../ui/TextField.tsx'

export const measureLabels = {
  weightG: 'Weight in grams',
  lengthMm: 'Length in mm',
  widthMm: 'Width in mm',
  heightMm: 'Height in mm',
}
type Name = keyof typeof measureLabels
const names = Object.keys(measureLabels) as Name[]

/** Weight and size of one base unit of a variant; `field` ties each to its form. */
export function Measures({ field }: { field: (name: Name) => ReturnType<typeof bind> }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-semibold">Unit weight and dimensions</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <TextField key={name} label={measureLabels[name]} inputMode="numeric" {...field(name)} />
        ))}
      </div>
    </fieldset>
  )
}
