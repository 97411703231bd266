import { TextField } from '../../ui/TextField.tsx'
import type { bind } from '../../parts/FormPanel.tsx'

export const shelfLifeLabels = {
  shelfLifeDays: 'Shelf life',
  minRemainingDaysReceive: 'Left when received',
  minRemainingDaysShip: 'Left when shipped',
}
type Name = keyof typeof shelfLifeLabels

const fields: readonly { name: Name; hint: string }[] = [
  { name: 'shelfLifeDays', hint: 'Days from production to expiry' },
  {
    name: 'minRemainingDaysReceive',
    hint: 'Minimum days left when received',
  },
  { name: 'minRemainingDaysShip', hint: 'Minimum days left when shipped' },
]

/** Fields for the shelf life of a product and its minimum remaining days; `field` ties each to its form. */
export function Keeping({ field }: { field: (name: Name) => ReturnType<typeof bind> }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-semibold">Shelf life</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        {fields.map(({ name, hint }) => (
          <TextField
            key={name}
            label={shelfLifeLabels[name]}
            inputMode="numeric"
            hint={hint}
            {...field(name)}
          />
        ))}
      </div>
    </fieldset>
  )
}
