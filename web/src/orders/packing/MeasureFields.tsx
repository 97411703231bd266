import { useState } from 'react'
import { formatCount } from '../../app/format.ts'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { TextField } from '../../ui/TextField.tsx'
import { BoxField } from '../boxes/BoxField.tsx'

const numbers = [
  { name: 'weightG', label: 'Weight (g)' },
  { name: 'lengthMm', label: 'Length (mm)' },
  { name: 'widthMm', label: 'Width (mm)' },
  { name: 'heightMm', label: 'Height (mm)' },
] as const
const sides = ['lengthMm', 'widthMm', 'heightMm'] as const

/** Box, weight in grams and size in millimeters of a package, as they are typed. */
export type Measures = Partial<Record<'box' | (typeof numbers)[number]['name'], string>>

const isWhole = (text = '') => /^\d{0,9}$/.test(text.trim())

/** Returns why these measures can’t be sent, or undefined if they can. */
export const whyNotMeasures = (typed: Measures) =>
  numbers.every(({ name }) => isWhole(typed[name]))
    ? undefined
    : 'Enter weight and size as whole numbers.'

/** Converts what was typed to the values sent; what is blank is left out. */
export function measuresOf({ box = '', ...typed }: Measures) {
  const entered = Object.entries(typed).filter(([, text]) => text.trim() !== '')
  return {
    ...(box.trim() !== '' && { box: box.trim() }),
    ...Object.fromEntries(entered.map(([name, text]) => [name, Number(text)])),
  }
}

type Props = { value: Measures; onChange: (value: Measures) => void }

/** Asks for the box, the weight and the size of a package; none of them has to be given. */
export function MeasureFields({ value, onChange }: Props) {
  const [most, setMost] = useState<number | null>(null)
  const isTooHeavy = most !== null && Number(value.weightG ?? 0) > most
  return (
    <>
      <BoxField
        value={value.box ?? ''}
        onKeyDown={enterLeadsOn}
        onChange={(text, box) => {
          const known = sides.flatMap((side) => (box?.[side] ? [[side, String(box[side])]] : []))
          setMost(box?.maxWeightG ?? null)
          onChange({ ...value, ...Object.fromEntries(known), box: text })
        }}
      />
      <div className="grid grid-cols-2 gap-4">
        {numbers.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            inputMode="numeric"
            {...(name === 'weightG' &&
              isTooHeavy && { hint: `This box holds at most ${formatCount(most)} g.` })}
            value={value[name] ?? ''}
            onKeyDown={enterLeadsOn}
            onChange={({ target }) => onChange({ ...value, [name]: target.value })}
          />
        ))}
      </div>
    </>
  )
}
