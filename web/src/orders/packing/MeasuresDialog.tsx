import type { Box } from '@stowage/contract/orders/boxes'
import { useState } from 'react'
import { formatCount } from '../../app/format.ts'
import { enterLeadsOn } from '../../parts/enter-leads-on.ts'
import { TextField } from '../../ui/TextField.tsx'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import type { OwnDialog } from '../../workspace/steps/steps.ts'
import { BoxField } from '../boxes/BoxField.tsx'

type Props = Pick<OwnDialog<unknown>, 'saving' | 'error' | 'onSubmit' | 'onClose'> & {
  title: string
  consequence?: string
  action: string
}

const numbers = [
  { name: 'weightG', label: 'Weight (g)' },
  { name: 'lengthMm', label: 'Length (mm)' },
  { name: 'widthMm', label: 'Width (mm)' },
  { name: 'heightMm', label: 'Height (mm)' },
] as const
const sides = ['lengthMm', 'widthMm', 'heightMm'] as const

/** The size of a box as it is typed. */
const sizeOf = (box: Box) =>
  Object.fromEntries(sides.flatMap((side) => (box[side] ? [[side, String(box[side])]] : [])))

/** Asks for the box, the weight and the size of a package; none of them has to be given. */
export function MeasuresDialog({ saving, error, onSubmit, ...form }: Props) {
  const [box, setBox] = useState('')
  const [most, setMost] = useState<number | null>(null)
  const [typed, setTyped] = useState<Partial<Record<(typeof numbers)[number]['name'], string>>>({})
  const given = numbers.flatMap(({ name }) => {
    const text = typed[name]?.trim() ?? ''
    return text === '' ? [] : [[name, text] as const]
  })
  const isTooHeavy = most !== null && Number(typed.weightG ?? 0) > most
  const isWhole = given.every(([, text]) => /^\d{1,9}$/.test(text))
  return (
    <StepForm
      {...form}
      change={{ isPending: saving, error }}
      fallback="Couldn’t save the package"
      why={isWhole ? undefined : 'Enter weight and size as whole numbers.'}
      onSubmit={() =>
        onSubmit({
          ...(box.trim() !== '' && { box: box.trim() }),
          ...Object.fromEntries(given.map(([name, text]) => [name, Number(text)])),
        })
      }
    >
      <BoxField
        value={box}
        onKeyDown={enterLeadsOn}
        onChange={(text, chosen) => {
          setBox(text)
          setMost(chosen?.maxWeightG ?? null)
          if (chosen) setTyped((now) => ({ ...now, ...sizeOf(chosen) }))
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
            value={typed[name] ?? ''}
            onKeyDown={enterLeadsOn}
            onChange={({ target }) => setTyped((now) => ({ ...now, [name]: target.value }))}
          />
        ))}
      </div>
    </StepForm>
  )
}
